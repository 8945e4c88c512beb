import type { Refused } from "../wire";
import { has, language, w } from "../words/index.svelte";

/** Why something was refused, in our language; a code that this page does not know is told as the server said it. */
export function refusalWords(refused: Pick<Refused, "code" | "words" | "values">): string {
  const key = `server.refused.${refused.code}`;
  if (language() === "en" || !has(key)) return refused.words;
  try {
    return w(key, refused.values);
  } catch {
    return refused.words;
  }
}
