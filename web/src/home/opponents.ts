import { entryOf } from "../games";
import { kept, type Rivals } from "../settings.svelte";
import { infoOf } from "../net/games.svelte";
import { plainRivals } from "../new/seats";
import type { SeatWanted } from "../wire";

const EASY = new Set(["kitten", "six-year-old"]);

/** The bots that a game suggests; without a word of its own as few as can be, of middling strength. */
function suggested(game: string): string[] {
  const info = infoOf(game);
  const wanted = entryOf(game).rivals ?? (info ? plainRivals(info) : []);
  return wanted.map((level) => available(game, level));
}

/** The level, or the usual one where there is no such bot: a device has fewer than a server. */
function available(game: string, level: string): string {
  const info = infoOf(game);
  return !level || !info || info.levels.includes(level) ? level : info.default_level;
}

/** Whom somebody plays against after one tap: as last time, or as the game suggests. */
export function rivalsOf(game: string): Rivals {
  const { beginner } = entryOf(game);
  const rivals = suggested(game);
  const mixed = new Set(rivals).size > 1;
  return (
    kept.rivals[game] ?? {
      count: rivals.length,
      level: mixed ? "" : (rivals[0] ?? ""),
      beginner: beginner !== undefined,
    }
  );
}

/** The options that were ticked. */
export function optionsOf(game: string, { beginner, quick = [] }: Rivals): Record<string, string> {
  const entry = entryOf(game);
  return Object.assign({}, beginner && entry.beginner, ...quick.map((name) => entry.quick?.[name])) as Record<
    string,
    string
  >;
}

/** The easiest match, for those who have just learned a game: as many bots as the game suggests, all kittens. */
export function easiest(game: string): Rivals {
  const suits = infoOf(game)?.levels.filter((level) => level !== "uniform") ?? [];
  const level = suits.find((each) => EASY.has(each)) ?? suits[0] ?? "";
  return { count: Math.max(1, suggested(game).length), level, beginner: entryOf(game).beginner !== undefined };
}

/** Whether a game suggests bots of different levels. */
export function mixes(game: string): boolean {
  return new Set(suggested(game)).size > 1;
}

/** The seats of those bots. Of mixed ones, those that the game suggests come in turn. */
export function botSeats(game: string, { count, level }: Rivals): SeatWanted[] {
  const levels = suggested(game);
  return Array.from({ length: count }, (_, i) => ({
    kind: "bot" as const,
    level: available(game, level) || (levels[i % levels.length] ?? ""),
  }));
}
