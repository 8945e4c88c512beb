import type { Refused } from "../wire";
import { has, language, w } from "../words/index.svelte";

/** Why something was refused: in our language where its sentence needs no values, else as the server said it. */
export function refusalWords(refused: Pick<Refused, "code" | "words">): string {
  const key = `server.refused.${refused.code}`;
  if (language() === "en" || !has(key)) return refused.words;
  try {
    return w(key);
  } catch {
    return refused.words;
  }
}
