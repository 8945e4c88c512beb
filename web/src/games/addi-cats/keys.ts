const TYPED = "input:not([type='checkbox']):not([type='radio']), select, textarea, [contenteditable]";
const PRESSED = "input, select, textarea, [contenteditable], button, a, summary, [role='button'], [role='tab']";
const KEYS: Record<string, string[]> = { " ": ["turn"], h: ["hit head", "hit"], b: ["hit body", "hit"], p: ["pass"] };

/** What a key stands for at the table, if that can be done now: space turns, h and b hit, p passes. */
export function actionOf(
  event: Pick<KeyboardEvent, "key" | "repeat" | "ctrlKey" | "metaKey" | "altKey" | "target">,
  legal: string[],
): string {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return "";
  // Letters belong to a text field, space to the focused button.
  const target = event.target as Partial<Element> | null;
  if (target?.closest?.(event.key === " " ? PRESSED : TYPED)) return "";
  return (KEYS[event.key.toLowerCase()] ?? []).find((action) => legal.includes(action)) ?? "";
}
