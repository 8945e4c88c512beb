import { PLAIN } from "../plain/entry";
import type { GameEntry } from "./game";

// Every folder with an index.ts is a game; nothing else lists them.
const found = import.meta.glob<GameEntry>("./*/index.ts", { eager: true, import: "default" });

/** The games that bring something of their own, by name. */
export const GAMES: ReadonlyMap<string, GameEntry> = new Map(
  Object.entries(found).map(([path, entry]) => [path.split("/")[1] ?? "", entry]),
);

/** What a game brings to the page; a game without a folder here is shown as a plain one. */
export function entryOf(game: string): GameEntry {
  return GAMES.get(game) ?? PLAIN;
}
