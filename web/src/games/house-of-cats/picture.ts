// What the server draws for us: see src/purrlor/page/house_of_cats.py.

export interface SpacePicture { name: string; row: number; column: number; star: boolean; box: string; area: string; later: boolean }
export interface SheetPicture {
  level: number; rows: string[]; columns: string[]; spaces: SpacePicture[]; cats: string[]; cheeses: string[]; parts: string[];
}
export interface RoomPicture { number: string; spaces: string[]; points: number; fresh: boolean }
export interface AreaPicture { area: string; cats: number; mice: number; points: number }
export interface HousePicture {
  /** In the order of the sheet's spaces: "2" … "5", "cat", "mouse", "x", "" and "+". */
  entries: string[];
  doubled: string[];
  /** 1 top, 2 right, 4 bottom, 8 left, added up. */
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
export interface AbilityPicture { number: string; letter: string; name: string; about: string; at_once: boolean }
export interface DiePicture { symbol: string; used: boolean }
export interface TaskPicture { kind: "room" | "expand" | "write" | "ability"; symbols: string[]; left: number; ability: string }
export interface TurnPicture {
  house: HousePicture; dice: DiePicture[]; left: number; starting: boolean; corners: boolean; steps: number; done: boolean; task: TaskPicture | null;
}
export type ChoiceKind = "place" | "cat" | "write" | "use" | "room" | "expand" | "forfeit" | "done" | "back";
export interface ChoicePicture {
  kind: ChoiceKind;
  /** The action is this, and after it one of `targets` if there are any: one space, or several. */
  say: string;
  targets: string[];
  symbol: string;
  ability: string;
  how: string;
  loses: number;
}
export interface Picture {
  viewer: number | null;
  sheet: SheetPicture;
  abilities: AbilityPicture[];
  number: number;
  dice: string[];
  houses: HousePicture[];
  waiting: boolean[];
  turn: TurnPicture | null;
  choices: ChoicePicture[];
  over: boolean;
}
