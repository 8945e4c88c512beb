// What a game is called, and what is said of it on cards. A game of another package may have no words for it.

import type { GameInfo } from "../wire";
import { has, optional, w, type Key } from "../words/index.svelte";

/** A name of code as a person would write it: `two-dice` is "Two dice". */
export function plainName(name: string): string {
  const text = name.replaceAll(/[-_]+/g, " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function title(game: string): string {
  return optional(`${game}.title`) ?? plainName(game);
}

/** One or two sentences that make one want to play it. */
export function pitch(game: string): string {
  return optional(`page.${game}.pitch`) ?? w("page.guest.pitch");
}

/** How many can play it. */
export function players({ name, seats }: Pick<GameInfo, "name" | "seats">): string {
  const own = optional(`page.${name}.players`);
  const [least, most] = [Math.min(...seats), Math.max(...seats)];
  if (own) return own;
  return least === most ? w("page.guest.players", { count: most }) : w("page.guest.players.range", { least, most });
}

/** The duration of a match; empty: not known. */
export function duration(game: string): string {
  return optional(`page.${game}.time`) ?? "";
}

/** The rules in four lines, for a game that has them. */
export function shortRules(game: string): Key[] {
  return ["1", "2", "3", "4"].map((line) => `page.${game}.learn.${line}`).filter(has);
}
