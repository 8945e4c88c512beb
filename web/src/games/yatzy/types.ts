// The picture that src/purrlor/page/yatzy.py paints.

export interface SheetView {
  entries: (number | null)[];
  upper: number;
  bonus: number;
  bonus_safe: boolean;
  bonus_missing: number;
  bonus_lost: boolean;
  lower: number;
  total: number;
  full: boolean;
}

export interface YatzyView {
  boxes: string[];
  upper_boxes: number;
  sheets: SheetView[];
  turn: number | null;
  dice: number[];
  rolling: boolean;
  rolls_left: number;
  rolls: number;
  round: number;
  rounds: number;
  previews: (number | null)[];
  bonus_from: number;
  bonus_worth: number;
  over: boolean;
}
