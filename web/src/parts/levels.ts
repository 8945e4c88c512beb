import { has, w } from "../words/index.svelte";

/** What a bot of a level is called. */
export function levelName(level: string): string {
  const key = `page.level.${level}`;
  return has(key) ? w(key) : level;
}
