// Generated from the structs of purrlor.games.addi_cats.picture and purrlor.games.addi_cats.story by `make wire`.

export interface CardPicture {
  kind: "action" | "addition" | "sum";
  /** The card in notation; for an Action card its name. */
  text: string;
  numbers: number[];
}

export interface PlacePicture {
  owner: number;
  face_down: number;
  /** How many cards lie open. */
  open: number;
  /** The last cards of the pile, the top card last. */
  top: CardPicture[];
  shown_at: number;
}

export interface HitPicture {
  seat: number;
  part: "head" | "body";
  /** Milliseconds since the last card was turned. */
  after: number;
}

export interface CalledPicture {
  place: number;
  owner: number;
  card: string;
}

/** The Correction card of a sum. */
export interface Correction {
  total: number;
  additions: ([number, number])[];
}

export interface VerdictPicture {
  /** The note of the story, which the catalogues of words have a sentence for. */
  note: Note;
  correction: Correction | null;
}

export interface Picture {
  phase: "first" | "deal" | "look" | "turn" | "count" | "chase" | "trap" | "decide" | "last_call" | "over";
  timed: boolean;
  /** The places, clockwise. */
  places: PlacePicture[];
  /** The place that turns the next card. */
  up: number | null;
  /** The seat that may turn it now. */
  turn: number | null;
  direction: number;
  now: number;
  deadline: number | null;
  /** The length of the window that closes at the deadline. */
  window: number | null;
  hits: HitPicture[];
  tied: number[];
  /** Whether each seat has chosen hit or pass; empty: nothing is to be decided. */
  decided: boolean[];
  /** The Action card that is being carried out. */
  called: CalledPicture | null;
  sumo: boolean;
  excused: number[];
  verdict: VerdictPicture[];
  /** The cards of each seat, face down and open. */
  left: number[];
  won: number[][];
  numbers_up_to: number;
  cards_turned: number;
  over: boolean;
  /** The viewer's own choice, hit or pass, where everybody chooses. */
  decision: boolean | null;
}

export interface StartsNote {
  kind: "starts";
  seat: number;
}

export interface DealtNote {
  kind: "dealt";
  cards: number;
}

export interface TurnsNote {
  kind: "turns";
  seat: number;
  card: string | "chase" | "u-turn" | "clock" | "sumo" | "trap" | "gift";
}

export interface TurnsAtLastNote {
  kind: "turns_at_last";
  seat: number;
  card: string | "chase" | "u-turn" | "clock" | "sumo" | "trap" | "gift";
}

export interface HitsNote {
  kind: "hits";
  seat: number;
  part: "head" | "body";
  after: number;
}

export interface LateNote {
  kind: "late";
  seat: number;
}

export interface DecidesNote {
  kind: "decides";
  seat: number;
}

export interface SameMomentNote {
  kind: "same_moment";
  seats: number[];
}

export interface WinsEqualityNote {
  kind: "wins_equality";
  seat: number;
  seats: number[];
  cards: number;
  total: number;
  proof: string;
}

export interface WinsFromOutsideNote {
  kind: "wins_from_outside";
  seat: number;
  seats: number[];
  cards: number;
  total: number;
  proof: string;
}

export interface WinsSumoNote {
  kind: "wins_sumo";
  seat: number;
  seats: number[];
  cards: number;
  highest: number;
  lowest: number;
}

export interface GreedyNote {
  kind: "greedy";
  seat: number;
  cards: number;
  reason: "nothing_equal" | "not_concerned";
}

export interface SumoBeginsNote {
  kind: "sumo_begins";
  seats: number[];
  highest: number;
  lowest: number;
}

export interface NoSumoNote {
  kind: "no_sumo";
}

export interface LeadsChaseNote {
  kind: "leads_chase";
  seat: number;
}

export interface LastInChaseNote {
  kind: "last_in_chase";
  seat: number;
  cards: number;
}

export interface NobodyChasesNote {
  kind: "nobody_chases";
}

export interface TrappedNote {
  kind: "trapped";
  seat: number;
  cards: number;
}

export interface EscapesTrapNote {
  kind: "escapes_trap";
  seat: number;
}

export interface GivesPresentsNote {
  kind: "gives_presents";
  seat: number;
  cards: number;
}

export interface PlayTurnsRoundNote {
  kind: "play_turns_round";
}

export interface FinishesNote {
  kind: "finishes";
  seat: number;
}

export interface EmptiesStackNote {
  kind: "empties_stack";
  seat: number;
}

export interface NobodyCanTurnNote {
  kind: "nobody_can_turn";
}

export interface MostCardsTurnedNote {
  kind: "most_cards_turned";
  cards: number;
}

export interface WinsNote {
  kind: "wins";
  seat: number;
  cards: number;
}

export interface ShareVictoryNote {
  kind: "share_victory";
  seats: number[];
  cards: number;
}

export interface WinsByStackNote {
  kind: "wins_by_stack";
  seat: number;
}

export interface ShareVictoryByStackNote {
  kind: "share_victory_by_stack";
  seats: number[];
}

export type Note =
  | StartsNote
  | DealtNote
  | TurnsNote
  | TurnsAtLastNote
  | HitsNote
  | LateNote
  | DecidesNote
  | SameMomentNote
  | WinsEqualityNote
  | WinsFromOutsideNote
  | WinsSumoNote
  | GreedyNote
  | SumoBeginsNote
  | NoSumoNote
  | LeadsChaseNote
  | LastInChaseNote
  | NobodyChasesNote
  | TrappedNote
  | EscapesTrapNote
  | GivesPresentsNote
  | PlayTurnsRoundNote
  | FinishesNote
  | EmptiesStackNote
  | NobodyCanTurnNote
  | MostCardsTurnedNote
  | WinsNote
  | ShareVictoryNote
  | WinsByStackNote
  | ShareVictoryByStackNote;
