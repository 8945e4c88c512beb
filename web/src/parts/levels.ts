import type { SeatInfo } from "../wire";
import { has, w } from "../words/index.svelte";

/** What a bot of a level is called. */
export function levelName(level: string): string {
  const key = `page.level.${level}`;
  return has(key) ? w(key) : level;
}

/** Who sits there. Bots are called as the reader's language calls them, with the number that the server gave them. */
export function seatName(seat: Pick<SeatInfo, "kind" | "level" | "name">): string {
  const key = `page.bot.${seat.level}`;
  return seat.kind === "bot" && has(key) ? w(key) + (/ \d+$/.exec(seat.name)?.[0] ?? "") : seat.name;
}
