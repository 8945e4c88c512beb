import { untrack } from "svelte";

export interface Toast {
  id: number;
  text: string;
  kind: "bad" | "good" | "plain";
  /** When it was said, on the clock of `performance`. */
  since: number;
  /** What one tap does about it. */
  way?: Way | undefined;
}

export interface Way {
  label: string;
  take(): void;
}

let last = 0;
export const toasts: Toast[] = $state([]);
/** The dialogs that are open, the uppermost last: it shows what is said, because it covers the page. */
export const dialogs: string[] = $state([]);

/** Says something briefly, for eyes and screen readers; what it returns dismisses it. */
export function toast(text: string, kind: Toast["kind"] = "plain", ms = 6000, way?: Way): number {
  const id = ++last;
  // Said from within effects: they shall not depend on what else is being said.
  untrack(() => {
    const twin = toasts.findIndex((other) => other.text === text);
    if (twin >= 0) toasts.splice(twin, 1);
    toasts.push({ id, text, kind, since: performance.now(), way });
  });
  setTimeout(() => dismiss(id), ms);
  return id;
}

export function dismiss(id: number): void {
  const place = toasts.findIndex((other) => other.id === id);
  if (place >= 0) toasts.splice(place, 1);
}

/** The next thing happens: what was said before goes, as soon as it has been there for so many milliseconds. */
export function moveOn(least = 0): void {
  const now = performance.now();
  for (const { id, since } of untrack(() => [...toasts]))
    if (now - since >= least) dismiss(id);
    else setTimeout(() => dismiss(id), since + least - now);
}

/** Says what is on its way until it has come, if that takes long enough to be noticed. */
export function announced<T>(coming: Promise<T>, text: string): Promise<T> {
  let id = 0;
  const timer = setTimeout(() => (id = toast(text, "plain", 60_000)), 400);
  return coming.finally(() => {
    clearTimeout(timer);
    dismiss(id);
  });
}

const NEXT = "purrlor-toast";

/** Shows a message on the page that is loaded next. */
export function toastNext(text: string): void {
  try {
    sessionStorage.setItem(NEXT, text);
  } catch {
    // A private window may refuse; then it is not said.
  }
}

/** Shows the message that the previous page left. */
export function toastLeft(): void {
  try {
    const text = sessionStorage.getItem(NEXT);
    sessionStorage.removeItem(NEXT);
    if (text) toast(text);
  } catch {
    // Without storage nothing was left.
  }
}
