import type { Refused } from "../wire";
import { because, has, w } from "../words/index.svelte";

/** Why something was refused, in our language; for an unknown code, the server's own words. */
export function refusalWords(refused: Pick<Refused, "code" | "words" | "values" | "reason">): string {
  const key = `server.refused.${refused.code}`;
  if (!has(key)) return refused.words;
  const reason = refused.reason ? { reason: because(refused.reason) } : {};
  try {
    return w(key, { ...refused.values, ...reason });
  } catch {
    return refused.words;
  }
}
