import { untrack } from "svelte";

export interface Toast {
  id: number;
  text: string;
  kind: "bad" | "good" | "plain";
}

let last = 0;
export const toasts: Toast[] = $state([]);

/** Says something briefly, for eyes and screen readers; what it returns dismisses it. */
export function toast(text: string, kind: Toast["kind"] = "plain", ms = 6000): number {
  const id = ++last;
  // Said from within effects: they shall not depend on what else is being said.
  untrack(() => {
    const twin = toasts.findIndex((other) => other.text === text);
    if (twin >= 0) toasts.splice(twin, 1);
    toasts.push({ id, text, kind });
  });
  setTimeout(() => dismiss(id), ms);
  return id;
}

export function dismiss(id: number): void {
  const place = toasts.findIndex((other) => other.id === id);
  if (place >= 0) toasts.splice(place, 1);
}

const NEXT = "purrlor-toast";

/** Says something on the page that is loaded next. */
export function toastNext(text: string): void {
  try {
    sessionStorage.setItem(NEXT, text);
  } catch {
    // A private window may refuse; then it is not said.
  }
}

/** Says what the page before this one left to be said. */
export function toastLeft(): void {
  try {
    const text = sessionStorage.getItem(NEXT);
    sessionStorage.removeItem(NEXT);
    if (text) toast(text);
  } catch {
    // Without storage nothing was left.
  }
}
