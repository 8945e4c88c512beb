// Generated from the structs of purrlor.games.yatzy.picture and purrlor.games.yatzy.story by `make wire`.

export interface SheetPicture {
  /** The points in the order of `boxes`; null: still open. */
  entries: (number | null)[];
  upper: number;
  /** The points of the bonus; 0 before the sheet is full. */
  bonus: number;
  /** Whether the upper section already has enough points for the bonus. */
  bonus_safe: boolean;
  /** The points of the upper section that are missing for it. */
  bonus_missing: number;
  /** Whether even the best rolls can no longer reach the bonus. */
  bonus_lost: boolean;
  lower: number;
  total: number;
  full: boolean;
}

export interface Picture {
  boxes: ("ones" | "twos" | "threes" | "fours" | "fives" | "sixes" | "three_kind" | "four_kind" | "fat_cat" | "small_hairball" | "large_furball" | "mouser" | "nine_lives")[];
  /** Number of boxes, counted from the first, that make the upper section. */
  upper_boxes: number;
  sheets: SheetPicture[];
  turn: number | null;
  /** The dice that were kept while the others are rolled. */
  dice: number[];
  rolling: boolean;
  rolls_left: number;
  rolls: number;
  round: number;
  rounds: number;
  bonus_from: number;
  bonus_worth: number;
  over: boolean;
  /** The points of the dice in each box that the seat to move may fill now; null: not now. */
  previews: (number | null)[];
}

export interface StartsNote {
  kind: "starts";
  seat: number;
}

export interface RollsNote {
  kind: "rolls";
  seat: number;
  rolled: number[];
  dice: number[];
}

export interface KeepsNote {
  kind: "keeps";
  seat: number;
  dice: number[];
}

export interface ScoresNote {
  kind: "scores";
  seat: number;
  box: "ones" | "twos" | "threes" | "fours" | "fives" | "sixes" | "three_kind" | "four_kind" | "fat_cat" | "small_hairball" | "large_furball" | "mouser" | "nine_lives";
  points: number;
}

export interface ScratchesNote {
  kind: "scratches";
  seat: number;
  box: "ones" | "twos" | "threes" | "fours" | "fives" | "sixes" | "three_kind" | "four_kind" | "fat_cat" | "small_hairball" | "large_furball" | "mouser" | "nine_lives";
}

export interface ReachesBonusNote {
  kind: "reaches_bonus";
  seat: number;
}

export interface PractisedNote {
  kind: "practised";
  seat: number;
  total: number;
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
  | RollsNote
  | KeepsNote
  | ScoresNote
  | ScratchesNote
  | ReachesBonusNote
  | PractisedNote
  | WinsNote
  | ShareVictoryNote;
