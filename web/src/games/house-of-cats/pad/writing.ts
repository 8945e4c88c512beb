// Writing on a sheet of House of Cats with real dice. This is a pad and no referee: it helps, and forbids nothing.

import type { SheetPicture } from "../wire";
import { ABILITIES } from "../sheets";
import type { Written } from "./scoring";

export type Tool = "2" | "3" | "4" | "5" | "c" | "m" | "x" | "double" | "erase";

/** A sheet that nobody has written on. */
export function blank(sheet: SheetPicture): Written {
  const entries = sheet.spaces.map((space) => (space.later ? "+" : ".")).join("");
  return { entries, doubled: [], rooms: [], circles: [0, 0, 0, 0], cats: 0 };
}

const NUMBERS = "2345";
const placeOf = (sheet: SheetPicture, space: string) => sheet.spaces.findIndex((each) => each.name === space);
const entryOf = (sheet: SheetPicture, house: Written, space: string) => house.entries[placeOf(sheet, space)] ?? "";

/** The sheet after a tap on a space; the same one if that changes nothing. */
export function tap(sheet: SheetPicture, house: Written, space: string, tool: Tool): Written {
  const entry = entryOf(sheet, house, space);
  if (tool === "double") return doubled(house, space, entry);
  if (tool === "erase") return erased(sheet, house, space, entry);
  if (entry === "+") return written(sheet, house, space, ".");
  return entry === tool ? house : written(sheet, house, space, tool);
}

/** The walls around a space fall when something else is written there. */
function written(sheet: SheetPicture, house: Written, space: string, entry: string): Written {
  const place = placeOf(sheet, space);
  return {
    ...house,
    entries: house.entries.slice(0, place) + entry + house.entries.slice(place + 1),
    doubled: house.doubled.filter((each) => each !== space),
    rooms: house.rooms.filter((room) => !room.includes(space)),
  };
}

/** A space becomes empty; an empty one that was added is taken out again. */
function erased(sheet: SheetPicture, house: Written, space: string, entry: string): Written {
  if (entry !== "." && entry !== "+") return written(sheet, house, space, ".");
  const added = entry === "." && sheet.spaces[placeOf(sheet, space)]?.later;
  return added ? written(sheet, house, space, "+") : house;
}

function doubled(house: Written, space: string, entry: string): Written {
  if (!(NUMBERS + "cm").includes(entry) || entry === "") return house;
  const others = house.doubled.filter((each) => each !== space);
  const rooms = house.rooms.filter((room) => !room.includes(space));
  return { ...house, rooms, doubled: others.length < house.doubled.length ? others : [...others, space].sort() };
}

/** Walls around a room, and a circle for its number, unless its ability is used at once. */
export function built(house: Written, number: string, spaces: string[], circle: boolean): Written {
  const which = NUMBERS.indexOf(number);
  const circles = house.circles.map((each, place) => (circle && place === which ? each + 1 : each));
  return { ...house, circles, rooms: [...house.rooms, [number, ...spaces]] };
}

export interface Offer {
  number: string;
  /** The ways to build it. */ ways: string[][];
}

/** The rooms that could be built now, one offer for each group of numbers; what holds `last` comes first. */
export function offers(sheet: SheetPicture, house: Written, last = ""): Offer[] {
  const walled = new Set(house.rooms.flatMap(([, ...spaces]) => spaces));
  const isLoose = (space: string) => NUMBERS.includes(entryOf(sheet, house, space)) && !walled.has(space);
  const loose = sheet.spaces.map((each) => each.name).filter(isLoose);
  const seen = new Set<string>();
  const found = loose.flatMap((space) => {
    if (seen.has(space)) return [];
    const group = groupOf(sheet, house, space, new Set(loose));
    group.forEach((each) => seen.add(each));
    const number = entryOf(sheet, house, space);
    const ways = waysIn(sheet, house, [...group].sort(), Number(number), last);
    return ways.length ? [{ number, ways }] : [];
  });
  const holds = (offer: Offer) => Number(offer.ways.some((way) => way.includes(last)));
  return found.sort((one, other) => holds(other) - holds(one));
}

function near(sheet: SheetPicture, space: string): string[] {
  const here = sheet.spaces[placeOf(sheet, space)];
  if (!here) return [];
  const far = (row: number, column: number) => Math.abs(row - here.row) + Math.abs(column - here.column);
  return sheet.spaces.filter((each) => far(each.row, each.column) === 1).map((each) => each.name);
}

/** The equal numbers outside rooms around a space. */
function groupOf(sheet: SheetPicture, house: Written, space: string, loose: Set<string>): Set<string> {
  const number = entryOf(sheet, house, space);
  const group = new Set([space]);
  for (const member of group)
    for (const each of near(sheet, member))
      if (loose.has(each) && entryOf(sheet, house, each) === number) group.add(each);
  return group;
}

/** The connected parts of a group that count exactly its number; only those that hold `last`, if it is in the group. */
function waysIn(sheet: SheetPicture, house: Written, group: string[], number: number, last: string): string[][] {
  const weight = (part: string[]) => part.reduce((sum, each) => sum + (house.doubled.includes(each) ? 2 : 1), 0);
  if (weight(group) < number) return [];
  if (weight(group) === number) return [group];
  let parts = (group.includes(last) ? [last] : group).map((each) => [each]);
  const exact = new Map<string, string[]>();
  while (parts.length) {
    const grown = new Map<string, string[]>();
    for (const part of parts) {
      if (weight(part) === number) exact.set(part.join(), part);
      if (weight(part) >= number) continue;
      for (const each of part.flatMap((member) => near(sheet, member)))
        if (group.includes(each) && !part.includes(each)) {
          const larger = [...part, each].sort();
          grown.set(larger.join(), larger);
        }
    }
    parts = [...grown.values()];
  }
  return [...exact.values()].sort((one, other) => (one.join() < other.join() ? -1 : 1));
}

/** Abilities that are used the moment they are gained: no circle is drawn for them. */
export const AT_ONCE = ["K", "L"];

/** Four different abilities by chance. */
export function drawn(chance: () => number): string[] {
  const left = [...ABILITIES];
  return NUMBERS.split("").map(() => left.splice(Math.floor(chance() * left.length), 1)[0] ?? "");
}

const KEYS: Record<string, Tool> = { c: "c", k: "c", m: "m", x: "x", Delete: "erase", Backspace: "erase" };

/** The tool that a key stands for. */
export function toolOf(key: string): Tool | undefined {
  if (key.length === 1 && NUMBERS.includes(key)) return key as Tool;
  return KEYS[key.length === 1 ? key.toLowerCase() : key];
}
