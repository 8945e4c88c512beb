import type { SeatInfo } from "../wire";
import { optional } from "../words/index.svelte";

/** A level without its pace: `playmate@1.5` is a `playmate`. */
export const baseLevel = (level: string): string => level.replace(/@.*/, "");

/** The name of a bot of a level. */
export function levelName(level: string): string {
  return optional(`page.level.${baseLevel(level)}`) ?? level;
}

/** Who sits there. Bots are called as the reader's language calls them, with the number that the server gave them. */
export function seatName(seat: Pick<SeatInfo, "kind" | "level" | "name">): string {
  const name = seat.kind === "bot" ? optional(`bot.name.${baseLevel(seat.level)}`) : undefined;
  return name === undefined ? seat.name : name + (/ \d+$/.exec(seat.name)?.[0] ?? "");
}
