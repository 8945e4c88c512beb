// Where things are on the paper, and how a pencil draws them. A space is a square of CELL.

import type { HousePicture, SheetPicture } from "./wire";

export const CELL = 24;
/** Left and above: the names of rows and columns. */
export const NAMES = 12;
const CHEESE = 18;

export interface Paper {
  width: number;
  height: number;
  names: number;
}

/** The size of a sheet; `bare`: without names and cheeses, for the smallest pictures. */
export function paper(sheet: SheetPicture, bare = false): Paper {
  const names = bare ? 3 : NAMES;
  const ends = !bare && sheet.cheeses.length ? CHEESE : 4;
  return { width: names + sheet.columns.length * CELL + ends, height: names + sheet.rows.length * CELL + ends, names };
}

/** A number that looks like chance, but is always the same for the same place: from -1 to 1. */
export function wobble(...place: number[]): number {
  let mixed = 2166136261;
  for (const part of place) mixed = Math.imul(mixed ^ (part + 17), 16777619);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0x5bd1e995);
  return ((mixed >>> 8) % 2001) / 1000 - 1;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** A corner of the grid, a little off, so that lines that meet there still meet. */
function corner(x: number, y: number, off: number): [number, number] {
  return [round(x * CELL + wobble(x, y, 1) * off), round(y * CELL + wobble(x, y, 2) * off)];
}

/** A line by hand from one corner of the grid to the next. */
export function stroke(x1: number, y1: number, x2: number, y2: number, off = 0.5): string {
  const [ax, ay] = corner(x1, y1, off);
  const [bx, by] = corner(x2, y2, off);
  const bend = wobble(x1, y1, x2, y2) * off * 1.4;
  const [mx, my] = x1 === x2 ? [(ax + bx) / 2 + bend, (ay + by) / 2] : [(ax + bx) / 2, (ay + by) / 2 + bend];
  return `M${ax} ${ay}Q${round(mx)} ${round(my)} ${bx} ${by}`;
}

type Side = [number, number, number, number];
/** The four sides of a square, in the order of the bits of `walls`. */
const SIDES: Side[] = [
  [0, 0, 1, 0],
  [1, 0, 1, 1],
  [0, 1, 1, 1],
  [0, 0, 0, 1],
];

/** The sides of the spaces, each once. */
export function gridLines(sheet: SheetPicture, wanted: (place: number) => boolean): string {
  const drawn = new Set<string>();
  sheet.spaces.forEach((space, place) => {
    if (!wanted(place)) return;
    for (const [x1, y1, x2, y2] of SIDES)
      drawn.add(stroke(space.column + x1, space.row + y1, space.column + x2, space.row + y2, 0.35));
  });
  return [...drawn].join("");
}

/** The walls of all rooms as one path. */
export function wallLines(sheet: SheetPicture, house: HousePicture): string {
  const drawn = new Set<string>();
  house.walls.forEach((walls, place) => {
    const space = sheet.spaces[place];
    SIDES.forEach(([x1, y1, x2, y2], side) => {
      if (space && walls & (1 << side))
        drawn.add(stroke(space.column + x1, space.row + y1, space.column + x2, space.row + y2, 0.7));
    });
  });
  return [...drawn].join("");
}

/** The line around some spaces. */
export function outline(sheet: SheetPicture, names: string[]): string {
  const inside = new Set(names);
  const at = new Map(sheet.spaces.map((space) => [`${space.column} ${space.row}`, space.name]));
  const beyond: [number, number][] = [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ];
  return sheet.spaces
    .filter((space) => inside.has(space.name))
    .flatMap((space) =>
      SIDES.map(([x1, y1, x2, y2], side) => {
        const [right, down] = beyond[side] as [number, number];
        const near = at.get(`${space.column + right} ${space.row + down}`);
        return near !== undefined && inside.has(near)
          ? ""
          : stroke(space.column + x1, space.row + y1, space.column + x2, space.row + y2, 0.7);
      }),
    )
    .join("");
}

/** Where areas meet. */
export function areaBorders(sheet: SheetPicture): string {
  const areas = [...new Set(sheet.spaces.map((space) => space.area))].filter(Boolean);
  return areas
    .map((area) =>
      outline(
        sheet,
        sheet.spaces.filter((space) => space.area === area).map((space) => space.name),
      ),
    )
    .join("");
}

/** The squares of some spaces as one path, to be filled. */
export function floor(sheet: SheetPicture, wanted: (name: string, place: number) => boolean): string {
  return sheet.spaces
    .filter((space, place) => wanted(space.name, place))
    .map((space) => `M${space.column * CELL} ${space.row * CELL}h${CELL}v${CELL}h-${CELL}z`)
    .join("");
}

/** A run of spaces side by side: in this row, from this column on. */
export interface Run {
  row: number;
  column: number;
  length: number;
}

/** The runs of spaces with nothing of the house above them: each of them carries a piece of roof. */
export function roofs(sheet: SheetPicture, wanted: (place: number) => boolean): Run[] {
  const built = new Set(sheet.spaces.flatMap(({ column, row }, place) => (wanted(place) ? [`${column} ${row}`] : [])));
  const runs: Run[] = [];
  sheet.spaces.forEach(({ column, row }, place) => {
    if (!wanted(place) || built.has(`${column} ${row - 1}`)) return;
    const left = runs.find((run) => run.row === row && run.column + run.length === column);
    if (left) left.length++;
    else runs.push({ row, column, length: 1 });
  });
  return runs;
}

/** The outline of a roof over a run of spaces, `high` above them, with eaves on both sides. */
export function roofLine({ row, column, length }: Run, high: number): string {
  const [left, right, base] = [column * CELL - 2.6, (column + length) * CELL + 2.6, row * CELL];
  return `M${left} ${base}L${left + 3.4} ${round(base - high)}H${right - 3.4}L${right} ${base}Z`;
}

/** Where each storey ends: a floor below every space, unless its room goes on there. */
export function floors(
  sheet: SheetPicture,
  house: HousePicture | undefined,
  wanted: (place: number) => boolean,
): Run[] {
  const rooms = new Map((house?.rooms ?? []).flatMap((room, at) => room.spaces.map((name) => [name, at])));
  const names = new Map(sheet.spaces.map((space) => [`${space.column} ${space.row}`, space.name]));
  return sheet.spaces.flatMap(({ column, row, name }, place) => {
    const room = rooms.get(name);
    const below = rooms.get(names.get(`${column} ${row + 1}`) ?? "");
    return wanted(place) && (room === undefined || room !== below) ? [{ row, column, length: 1 }] : [];
  });
}

/** The strokes of numbers by hand, in a square of CELL. */
export const DIGITS: Record<string, string> = {
  "2": "M7.900 8.700C8.300 4.900 15.700 4.500 15.900 9C16 12.200 10.600 15.500 7.600 18.900C10.400 18 13.600 18.200 17 18.400",
  "3": "M7.900 6.700C10.500 4.300 16 5 15.400 8.700C15 11.100 12.100 11.700 10.600 11.700C13.200 11.500 16.600 12.500 16.200 15.700C15.800 19.300 9.900 19.900 7.400 17.400",
  "4": "M13 4.900C11.300 8.600 9.200 12 7 14.700C10.400 14.200 14 14.200 17.300 14.400M14.700 10C14.500 13.200 14.300 16.400 14.300 19.500",
  "5": "M16 5.300C13.700 5.600 11.500 5.700 9.200 5.600C9 7.700 8.600 9.800 8.300 11.700C10.600 10 15.900 10.200 16 14.100C16.200 18.700 10.500 19.900 7.600 17.500",
  x: "M5.800 6.400C10 10 14 14 18.200 17.800M17.900 5.900C14 10 10 14 6 18.100",
};
