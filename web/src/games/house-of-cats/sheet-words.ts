// The sheet in words: for screen readers, and for the list of actions.

import { optional, row, w, type Ends } from "../../words/index.svelte";
import type { AbilityPicture, HousePicture, Picture, SheetPicture } from "./wire";

/** A sentence of the web client for this game. */
export const page = (key: Ends<"page.house-of-cats.">, values: Record<string, unknown> = {}) =>
  w(`page.house-of-cats.${key}`, values);

/** "a 4", "a mouse": what is written. */
export function symbolWords(symbol: string): string {
  const letter = symbol === "cat" ? "c" : symbol === "mouse" ? "m" : symbol;
  return optional(`house-of-cats.symbol.${letter}`) ?? symbol;
}

/** "4", "mouse": what a die shows. */
export function dieWords(symbol: string): string {
  return optional(`house-of-cats.results.${symbol}`) ?? symbol;
}

/** What stands in a space: "a 4", "empty". */
function entryWords(entry: string): string {
  const kind = ({ "": "empty", "+": "later", x: "x" } as const)[entry];
  return kind ? page(`space.${kind}`) : symbolWords(entry);
}

/** A space with all that is on it: "C2: a 4, in a room of 4s, new". */
export function spaceWords(sheet: SheetPicture, house: HousePicture, place: number): string {
  const space = sheet.spaces[place];
  if (!space) return "";
  const entry = house.entries[place] ?? "";
  const room = house.rooms.find((built) => built.spaces.includes(space.name));
  const parts = [
    entryWords(entry),
    house.doubled.includes(space.name) ? page("space.double") : "",
    room ? page("space.room", { number: room.number }) : "",
    space.star ? page("space.star") : "",
    space.box ? page("space.box", { box: space.box }) : "",
    space.area ? page(`area.${space.area}`) : "",
    house.fresh.includes(space.name) ? page("space.new") : "",
  ];
  return page("space", { space: space.name, about: parts.filter(Boolean).join(", ") });
}

/** What an ability of the notation, or of a sheet that was kept, is called. */
export const abilityName = (letter: string) => optional(`house-of-cats.ability.${letter}`) ?? letter;

/** What it does. */
export const abilityAbout = (letter: string) => optional(`house-of-cats.about.${letter}`) ?? "";

/** A way to use an ability, in words. */
export function wayWords(ability: string, symbol: string, how: string): string {
  const values = { symbol: symbol ? dieWords(symbol) : "", thing: symbol ? symbolWords(symbol) : "" };
  const key = `page.house-of-cats.way.${ability}`;
  return optional(key, values) ?? optional(`${key}.${how}`, values) ?? "";
}

/** An action of the notation in plain words; a review has whole turns, step by step, without what hands them in. */
export function label(action: string, _view?: Picture): string {
  if (action.includes(", "))
    return action
      .split(", ")
      .map((step) => label(step))
      .join(" · ");
  if (!action) return page("do.done");
  const [verb = "", ...rest] = action.split(" ");
  if (verb === "place" || verb === "write")
    return page("do.write", { thing: symbolWords(rest[0] ?? ""), space: rest[1] });
  if (verb === "room") return page("do.room", { spaces: row(rest) });
  if (verb === "expand") return page("do.expand", { space: rest[0] });
  if (verb === "use") return useLabel(rest[0] ?? "", rest.slice(1));
  return optional(`page.house-of-cats.do.${verb}`) ?? action;
}

function useLabel(ability: string, words: string[]): string {
  const spaces = words.filter((word) => /^[A-I][1-9]$/.test(word));
  const how = words.filter((word) => !spaces.includes(word));
  const way = wayWords(ability, ability === "E" ? "" : (how[0] ?? ""), how.at(-1) ?? "");
  const named = page("do.use", { ability: abilityName(ability), way });
  return spaces.length ? page("do.there", { what: named, spaces: row(spaces) }) : named;
}

/** The rooms that a turn has completed. */
export function roomWords(house: HousePicture): string[] {
  return house.rooms
    .filter((room) => room.fresh)
    .map((room) => page("review.room", { number: room.number, spaces: row(room.spaces) }));
}

/** A sheet after a turn, for those who listen: what is new where, and the rooms it completed. */
export function turnWords(sheet: SheetPicture, house: HousePicture): string {
  const fresh = sheet.spaces.flatMap(({ name }, place) => {
    const parts = [entryWords(house.entries[place] ?? ""), house.doubled.includes(name) ? page("space.double") : ""];
    return house.fresh.includes(name) ? [page("space", { space: name, about: parts.filter(Boolean).join(", ") })] : [];
  });
  const sheetWords = fresh.length ? page("review.sheet", { written: fresh.join("; ") }) : page("review.sheet.nothing");
  return [sheetWords, ...roomWords(house).map((room) => `${room}.`)].join(" ");
}

/** The circles that a turn leaves where another turn leaves more or fewer; empty: both leave the same. */
export function circleWords(abilities: AbilityPicture[], house: HousePicture, other: HousePicture): string {
  const circles = abilities.flatMap((ability, place) => {
    const count = house.circles[place] ?? 0;
    return count === other.circles[place] ? [] : [page("review.circle", { ability: w(ability.name), count })];
  });
  return circles.length ? page("review.circles", { circles: row(circles) }) : "";
}

/** The heading that an action stands under. */
export function group(action: string): string {
  const [verb = "", first = ""] = action.split(" ");
  if (verb === "place" || verb === "write") return page("group.write", { thing: symbolWords(first) });
  if (verb === "use") return abilityName(first);
  return page(verb === "room" || verb === "expand" ? `group.${verb}` : "group.turn");
}
