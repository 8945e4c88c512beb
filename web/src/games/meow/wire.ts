// Generated from the structs of purrlor.games.meow.picture and purrlor.games.meow.story by `make wire`.

export interface CardPicture {
  /** The card in notation: `G7`. */
  card: string;
  colour: "P" | "B" | "G";
  rank: number;
  legal: boolean;
}

export interface PlayedPicture {
  seat: number;
  card: string;
  colour: "P" | "B" | "G";
  rank: number;
}

export interface TrickPicture {
  /** The cards played, in order. */
  plays: PlayedPicture[];
  winner: number;
  token: string;
  one_beat_eighteen: boolean;
}

/** A pile and its calculation: bowls, minus fishbones that no fish takes away, minus what vases cost. */
export interface PilePicture {
  /** The tokens, in the order in which they were taken. */
  tokens: string[];
  bowls: number[];
  bowls_sum: number;
  /** The fishbones that count, the worst first. */
  fishbones: number[];
  fishbones_sum: number;
  /** The fishbones that the fish take away. */
  discarded: number[];
  fish: number;
  /** Fish without a fishbone: worth nothing so far. */
  spare_fish: number;
  vases: number;
  vases_cost: number;
  total: number;
}

export interface Picture {
  seats: number;
  trick: PlayedPicture[];
  led: "P" | "B" | "G" | null;
  leader: number | null;
  turn: number | null;
  /** The seat that wins the trick on the table so far. */
  winning: number | null;
  trump: "P" | "B" | "G";
  /** The seat that holds the First Player Token. */
  holder: number | null;
  /** The tokens of this round that are left: what is at stake now comes first. */
  row: string[];
  /** The tokens of the rounds to come, in no order. */
  box: string[];
  /** The finished tricks of this round. */
  tricks: TrickPicture[];
  /** The colours that each seat is known not to hold. */
  voids: (("P" | "B" | "G")[])[];
  cards_left: number[];
  round: number;
  rounds: number;
  piles: PilePicture[];
  /** The first and the last rank that stay in the box; empty: all cards are in play. */
  removed: number[];
  over: boolean;
  /** Sorted; which of them may be played now is marked. */
  hand: CardPicture[];
}

export interface StartsNote {
  kind: "starts";
  seat: number;
}

export interface LaysRowNote {
  kind: "lays_row";
  round: number;
  row: string[];
}

export interface DealsCardsNote {
  kind: "deals_cards";
}

export interface DealsHandNote {
  kind: "deals_hand";
  hand: string[];
}

export interface LeadsNote {
  kind: "leads";
  seat: number;
  colour: "P" | "B" | "G";
  rank: number;
}

export interface FollowsNote {
  kind: "follows";
  seat: number;
  colour: "P" | "B" | "G";
  rank: number;
}

export interface CannotFollowNote {
  kind: "cannot_follow";
  seat: number;
  led: "P" | "B" | "G";
  colour: "P" | "B" | "G";
  rank: number;
}

export interface OneBeatsEighteenNote {
  kind: "one_beats_eighteen";
  colour: "P" | "B" | "G";
}

export interface WinsTrickNote {
  kind: "wins_trick";
  seat: number;
  colour: "P" | "B" | "G";
  rank: number;
}

export interface TakesBowlNote {
  kind: "takes_bowl";
  seat: number;
  worth: number;
}

export interface TakesFishboneNote {
  kind: "takes_fishbone";
  seat: number;
  worth: number;
}

export interface TakesFishNote {
  kind: "takes_fish";
  seat: number;
}

export interface TakesVaseNote {
  kind: "takes_vase";
  seat: number;
}

export interface PaysForVasesNote {
  kind: "pays_for_vases";
  seat: number;
  cost: number;
}

export interface GetsFirstPlayerTokenNote {
  kind: "gets_first_player_token";
  seat: number;
}

export interface DiscardsFishbonesNote {
  kind: "discards_fishbones";
  seat: number;
  fishbones: number[];
}

export interface WinsNote {
  kind: "wins";
  seat: number;
  total: number;
}

export interface ShareVictoryNote {
  kind: "share_victory";
  seats: number[];
  total: number;
}

export type Note =
  | StartsNote
  | LaysRowNote
  | DealsCardsNote
  | DealsHandNote
  | LeadsNote
  | FollowsNote
  | CannotFollowNote
  | OneBeatsEighteenNote
  | WinsTrickNote
  | TakesBowlNote
  | TakesFishboneNote
  | TakesFishNote
  | TakesVaseNote
  | PaysForVasesNote
  | GetsFirstPlayerTokenNote
  | DiscardsFishbonesNote
  | WinsNote
  | ShareVictoryNote;
