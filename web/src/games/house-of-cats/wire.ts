// Generated from the structs of purrlor.games.house_of_cats.picture and purrlor.games.house_of_cats.story by `make wire`.

export interface SpacePicture {
  name: string;
  row: number;
  column: number;
  star: boolean;
  box: string;
  area: "R" | "B" | "Y" | "G" | "";
  later: boolean;
}

export interface SheetPicture {
  level: 1 | 2 | 3 | 4;
  rows: string[];
  columns: string[];
  spaces: SpacePicture[];
  cats: string[];
  cheeses: string[];
  parts: ("rooms" | "cats" | "cheese" | "empty" | "lines" | "boxes" | "areas")[];
}

export interface RoomPicture {
  number: string;
  spaces: string[];
  points: number;
  fresh: boolean;
}

export interface AreaPicture {
  area: "R" | "B" | "Y" | "G";
  cats: number;
  mice: number;
  points: number;
}

export interface HousePicture {
  entries: string[];
  doubled: string[];
  walls: number[];
  rooms: RoomPicture[];
  circles: number[];
  cats: number;
  eaten: string[];
  lines: Record<string, number>;
  areas: AreaPicture[];
  parts: number[];
  total: number;
  full: boolean;
  fresh: string[];
}

export interface AbilityPicture {
  number: string;
  letter: "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L";
  name: `house-of-cats.ability.${AbilityPicture['letter']}`;
  about: `house-of-cats.about.${AbilityPicture['letter']}`;
  at_once: boolean;
}

export interface DiePicture {
  symbol: string;
  used: boolean;
}

/** A task that must be done before anything else. */
export interface TaskPicture {
  kind: "ability" | "expand" | "room" | "write";
  symbols: string[];
  left: number;
  ability: "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L" | "";
  spaces: string[];
}

export interface TurnPicture {
  house: HousePicture;
  dice: DiePicture[];
  left: number;
  starting: boolean;
  corners: boolean;
  steps: number;
  done: boolean;
  task: TaskPicture | null;
}

/** Actions that differ only in where: `say`, then one of `targets`, each one space or several. */
export interface ChoicePicture {
  kind: "back" | "cat" | "done" | "expand" | "forfeit" | "place" | "room" | "use" | "write";
  say: string;
  targets: string[];
  symbol: string;
  ability: "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L" | "";
  how: string;
  loses: number;
}

export interface Picture {
  sheet: SheetPicture;
  abilities: AbilityPicture[];
  number: number;
  dice: string[];
  houses: HousePicture[];
  waiting: boolean[];
  over: boolean;
  viewer: number | null;
  turn: TurnPicture | null;
  choices: ChoicePicture[];
}

export interface DrawnNote {
  kind: "drawn";
  ability: ("A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L")[];
}

export interface RolledNote {
  kind: "rolled";
  results: string[];
}

export interface StartsWithNote {
  kind: "starts_with";
  results: string[];
}

export interface WritesNote {
  kind: "writes";
  seat: number;
  symbol: "2" | "3" | "4" | "5" | "c" | "m";
  space: string;
}

export interface CrossesOffCatNote {
  kind: "crosses_off_cat";
  seat: number;
}

export interface UsesNote {
  kind: "uses";
  seat: number;
  ability: "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L";
  how: string;
}

export interface CompletesRoomNote {
  kind: "completes_room";
  seat: number;
  number: number;
  spaces: string[];
}

export interface ExpandsNote {
  kind: "expands";
  seat: number;
  space: string;
}

export interface ForfeitsNote {
  kind: "forfeits";
  seat: number;
}

export interface TakesBackNote {
  kind: "takes_back";
  seat: number;
}

export interface FinishesNote {
  kind: "finishes";
  seat: number;
}

export interface FillsSheetNote {
  kind: "fills_sheet";
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

export interface WinsTieNote {
  kind: "wins_tie";
  seat: number;
  total: number;
  filled: number;
}

export interface ShareVictoryNote {
  kind: "share_victory";
  seats: number[];
  total: number;
}

export type Note =
  | DrawnNote
  | RolledNote
  | StartsWithNote
  | WritesNote
  | CrossesOffCatNote
  | UsesNote
  | CompletesRoomNote
  | ExpandsNote
  | ForfeitsNote
  | TakesBackNote
  | FinishesNote
  | FillsSheetNote
  | PractisedNote
  | WinsNote
  | WinsTieNote
  | ShareVictoryNote;
