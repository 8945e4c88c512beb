// What a game is called, and what is said of it on cards. A game of another package may have no words for it.

import type { GameInfo } from "../wire";
import { has, w } from "../words/index.svelte";

/** A name of code as a person would write it: `two-dice` is "Two dice". */
export function plainName(name: string): string {
  const text = name.replaceAll(/[-_]+/g, " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function title(game: string): string {
  const key = `${game}.title`;
  return has(key) ? w(key) : plainName(game);
}

/** One or two sentences that make one want to play it. */
export function pitch(game: string): string {
  const key = `page.${game}.pitch`;
  return has(key) ? w(key) : w("page.guest.pitch");
}

/** How many can play it. */
export function players({ name, seats }: Pick<GameInfo, "name" | "seats">): string {
  const key = `page.${name}.players`;
  const [least, most] = [Math.min(...seats), Math.max(...seats)];
  if (has(key)) return w(key);
  return least === most ? w("page.guest.players", { count: most }) : w("page.guest.players.range", { least, most });
}

/** How long it takes; empty: nobody says. */
export function duration(game: string): string {
  const key = `page.${game}.time`;
  return has(key) ? w(key) : "";
}
