import type { SeatInfo } from "../wire";
import { has, w } from "../words/index.svelte";

/** A level without its pace: `playmate@1.5` is a `playmate`. */
export const baseLevel = (level: string): string => level.replace(/@.*/, "");

/** What a bot of a level is called. */
export function levelName(level: string): string {
  const key = `page.level.${baseLevel(level)}`;
  return has(key) ? w(key) : level;
}

/** Who sits there. Bots are called as the reader's language calls them, with the number that the server gave them. */
export function seatName(seat: Pick<SeatInfo, "kind" | "level" | "name">): string {
  const key = `bot.name.${baseLevel(seat.level)}`;
  return seat.kind === "bot" && has(key) ? w(key) + (/ \d+$/.exec(seat.name)?.[0] ?? "") : seat.name;
}
