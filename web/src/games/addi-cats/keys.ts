const TYPED = "input:not([type='checkbox']):not([type='radio']), select, textarea, [contenteditable]";
const PRESSED = "input, select, textarea, [contenteditable], button, a, summary, [role='button'], [role='tab']";
const KEYS: Record<string, string[]> = { " ": ["turn"], h: ["hit head", "hit"], b: ["hit body", "hit"], p: ["pass"] };

type Pressed = Pick<KeyboardEvent, "key" | "repeat" | "ctrlKey" | "metaKey" | "altKey" | "target">;

/** Whether somebody wants to hear where the cards lie. */
export function listens(event: Pressed): boolean {
  return event.key.toLowerCase() === "l" && !isOthers(event, TYPED);
}

/** Whether a key belongs to the browser, or to the field that has the focus. */
function isOthers(event: Pressed, fields: string): boolean {
  const target = event.target as Partial<Element> | null;
  return event.repeat || event.ctrlKey || event.metaKey || event.altKey || Boolean(target?.closest?.(fields));
}

/** What a key stands for at the table, if that can be done now: space turns, h and b hit, p passes. */
export function actionOf(event: Pressed, legal: string[]): string {
  // Letters belong to a text field, space to the focused button.
  if (isOthers(event, event.key === " " ? PRESSED : TYPED)) return "";
  return (KEYS[event.key.toLowerCase()] ?? []).find((action) => legal.includes(action)) ?? "";
}

/** What a key is meant for, whether or not it can be done now. */
export function meant(event: Pressed): "turn" | "hit" | "" {
  if (isOthers(event, event.key === " " ? PRESSED : TYPED)) return "";
  const [first = ""] = KEYS[event.key.toLowerCase()] ?? [];
  return first === "turn" ? first : first.startsWith("hit") ? "hit" : "";
}

/**
 * What can be hit now, and the key for it: the mouse; in a race its head or its body, if somebody wants to aim.
 * Who does not aim hits the head, which loses no tie.
 */
export function targets(timed: boolean, parts: boolean, legal: string[]) {
  const all =
    timed && parts
      ? [
          { action: "hit head", part: "head" as const, key: "H" },
          { action: "hit body", part: "body" as const, key: "B" },
        ]
      : [{ action: timed ? "hit head" : "hit", part: "whole" as const, key: "H" }];
  return all.filter(({ action }) => legal.includes(action));
}
