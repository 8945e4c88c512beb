// What a sheet brings, as src/purrlor/games/house_of_cats/scoring.py adds it up; both are tested against house-
// scores.json.

import type { AreaPicture, HousePicture, RoomPicture, SheetPicture } from "../wire";
import { PRINTED } from "../sheets";

/** A sheet as far as it is filled in. */
export interface Written {
  /** One character for each space: `2` … `5`, `c` cat, `m` mouse, `x` crossed off, `.` empty, `+` not there yet. */
  entries: string;
  /** The spaces that count as two. */
  doubled: string[];
  /** The number of each room, then its spaces. */
  rooms: string[][];
  /** The circles for 2, 3, 4 and 5. */
  circles: number[];
  /** Crossed off the cat bar. */
  cats: number;
}

const ROOM_POINTS: Record<string, number> = { "2": 1, "3": 3, "4": 5, "5": 7 };
const MANY_CATS = 3;
const MOUSE_NEAR_MANY_CATS = 3;
const PARTS: Record<SheetPicture["level"], SheetPicture["parts"]> = {
  1: ["rooms", "cats", "cheese", "empty"],
  2: ["rooms", "lines", "boxes", "empty"],
  3: ["rooms", "areas", "boxes", "empty"],
  4: ["rooms", "cheese", "lines"],
};
const CAT_BAR = ["", "2", "", "3", "", "4", "", "5", "", "#"];
const NAMES: Record<string, string> = { c: "cat", m: "mouse", ".": "" };

/** The sheets of the four levels, with all that is printed on them. */
export const SHEETS: SheetPicture[] = PRINTED.map((sheet) => {
  const parts = PARTS[sheet.level];
  const cheeses = parts.includes("cheese") ? [...sheet.rows, ...sheet.columns] : [];
  return { ...sheet, cats: sheet.level === 1 ? CAT_BAR : [], cheeses, parts };
});

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

/** How many of a symbol stand in the spaces that are asked for, doubled ones twice. */
function count(sheet: SheetPicture, house: Written, symbol: string, wanted: (place: number) => boolean): number {
  const weight = (place: number) => (house.doubled.includes(sheet.spaces[place]?.name ?? "") ? 2 : 1);
  return sum([...house.entries].map((entry, place) => (entry === symbol && wanted(place) ? weight(place) : 0)));
}

/** How many of a symbol stand in a row or column. */
function inLine(sheet: SheetPicture, house: Written, line: string, symbol: string): number {
  return count(sheet, house, symbol, (place) => sheet.spaces[place]?.name.includes(line) ?? false);
}

function eaten(sheet: SheetPicture, house: Written): string[] {
  return sheet.cheeses.filter((line) => inLine(sheet, house, line, "m") > 0);
}

/** The mice of each row and column with a cat. */
function lines(sheet: SheetPicture, house: Written): Record<string, number> {
  const watched = [...sheet.rows, ...sheet.columns].filter((line) => inLine(sheet, house, line, "c") > 0);
  return Object.fromEntries(watched.map((line) => [line, inLine(sheet, house, line, "m")]));
}

function areaPicture(sheet: SheetPicture, house: Written, area: AreaPicture["area"]): AreaPicture {
  const here = (symbol: string) => count(sheet, house, symbol, (place) => sheet.spaces[place]?.area === area);
  const [cats, mice] = [here("c"), here("m")];
  return { area, cats, mice, points: mice * (cats >= MANY_CATS ? MOUSE_NEAR_MANY_CATS : Math.min(cats, 1)) };
}

/** The numbers in bonus boxes that belong to rooms. */
function boxes(sheet: SheetPicture, house: Written): number {
  const marked = new Set(sheet.spaces.filter((space) => space.box).map((space) => space.name));
  return sum(
    house.rooms.map(([number, ...spaces]) => Number(number) * spaces.filter((each) => marked.has(each)).length),
  );
}

/** Around each room a wall: 1 top, 2 right, 4 bottom, 8 left, added up. */
function walls(sheet: SheetPicture, house: Written): number[] {
  const room = new Map(house.rooms.flatMap(([, ...spaces], which) => spaces.map((space) => [space, which])));
  const at = new Map(sheet.spaces.map((space) => [`${space.column} ${space.row}`, room.get(space.name)]));
  return sheet.spaces.map(({ name, column, row }) => {
    const own = room.get(name);
    if (own === undefined) return 0;
    const beside = [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ] as const;
    return sum(
      beside.map(([right, down], side) => (at.get(`${column + right} ${row + down}`) === own ? 0 : 1 << side)),
    );
  });
}

/** The sheet as it is drawn, with its points. */
export function housePicture(sheet: SheetPicture, house: Written, fresh: string[] = []): HousePicture {
  const brings = sheet.parts.includes("lines") ? lines(sheet, house) : {};
  const order = (["R", "B", "Y", "G"] as const).filter((area) => sheet.spaces.some((space) => space.area === area));
  const areas = sheet.parts.includes("areas") ? order.map((area) => areaPicture(sheet, house, area)) : [];
  const cheeses = eaten(sheet, house);
  const rooms = house.rooms.map(([number = "", ...spaces]): RoomPicture => {
    return { number, spaces, points: ROOM_POINTS[number] ?? 0, fresh: spaces.some((space) => fresh.includes(space)) };
  });
  const points: Record<string, number> = {
    rooms: sum(rooms.map((room) => room.points)),
    cats: house.cats,
    cheese: cheeses.length,
    lines: sum(Object.values(brings)),
    areas: sum(areas.map((area) => area.points)),
    boxes: boxes(sheet, house),
    empty: 0 - house.entries.split(".").length + 1,
  };
  const parts = sheet.parts.map((part) => points[part] ?? 0);
  return {
    entries: [...house.entries].map((entry) => NAMES[entry] ?? entry),
    doubled: house.doubled,
    walls: walls(sheet, house),
    rooms,
    circles: house.circles,
    cats: house.cats,
    eaten: cheeses,
    lines: brings,
    areas,
    parts,
    total: sum(parts),
    full: !house.entries.includes("."),
    fresh,
  };
}
