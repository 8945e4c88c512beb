// What can be asked at any moment, by button and by letter. The server answers in words, from what the seat may know.

import type { AskState } from "../wire";

export type Question = AskState["question"];

/** The letters mean nothing else on any board, and stay the same in every language. */
export const QUESTIONS: [string, Question][] = [
  ["I", "hand"],
  ["T", "table"],
  ["A", "moves"],
  ["W", "lead"],
  ["S", "scores"],
];

const TYPED = "input:not([type='checkbox']):not([type='radio']), select, textarea, [contenteditable], dialog";

/** What a key asks; nothing while somebody types, holds a modifier or answers a dialog. */
export function questionOf(
  event: Pick<KeyboardEvent, "key" | "repeat" | "ctrlKey" | "metaKey" | "altKey" | "target">,
): Question | null {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target as Partial<Element> | null;
  if (target?.closest?.(TYPED)) return null;
  return QUESTIONS.find(([key]) => key === event.key.toUpperCase())?.[1] ?? null;
}
