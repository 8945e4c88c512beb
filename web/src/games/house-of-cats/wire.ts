// Generated from the structs of purrlor.games.house_of_cats.picture and purrlor.games.house_of_cats.story by `make wire`.

export interface SpacePicture {
  name: string;
  /** Counted from 0, as is the column. */
  row: number;
  column: number;
  star: boolean;
  box: string;
  area: "R" | "B" | "Y" | "G" | "";
  /** A room can add it. */
  later: boolean;
}

export interface SheetPicture {
  level: 1 | 2 | 3 | 4;
  rows: string[];
  columns: string[];
  spaces: SpacePicture[];
  /** The cat bar: what each cat carries, `#` any number, empty nothing. */
  cats: string[];
  /** The rows and columns that end in a cheese. */
  cheeses: string[];
  /** The sources of points, by their names in `house-of-cats.points.…`. */
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
  /** The symbols of the sheet's spaces: `2` … `5`, `cat`, `mouse`, `x` crossed off, empty, `+` not there yet. */
  entries: string[];
  doubled: string[];
  /** The sides of each space that are walls, as a sum: 1 top, 2 right, 4 bottom, 8 left. */
  walls: number[];
  rooms: RoomPicture[];
  /** The circles of each ability, in order. */
  circles: number[];
  cats: number;
  eaten: string[];
  /** The rows and columns whose mice score. */
  lines: Record<string, number>;
  areas: AreaPicture[];
  /** The points of each part of the sheet, in order. */
  parts: number[];
  total: number;
  full: boolean;
  /** The new spaces: those of the viewer's turn so far, or else of the last turn. */
  fresh: string[];
}

export interface AbilityPicture {
  number: string;
  letter: "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L";
  /** A key of the catalogue, as is `about`. */
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
  /** The spaces for a symbol that can still be changed; none: anywhere. */
  spaces: string[];
}

export interface TurnPicture {
  house: HousePicture;
  dice: DiePicture[];
  /** How many results are still to be written. */
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
  /** The effect of the ability on the symbol: `up`, `down`, `cat`, `mouse`, `more`, `fewer`. */
  how: string;
  /** How many results are given up by it. */
  loses: number;
}

export interface Picture {
  sheet: SheetPicture;
  abilities: AbilityPicture[];
  number: number;
  dice: string[];
  /** The houses as of the last completed turn. */
  houses: HousePicture[];
  waiting: boolean[];
  over: boolean;
  viewer: number | null;
  /** The viewer's own turn, with their house as it is now. */
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
