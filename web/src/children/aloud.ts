import { untrack } from "svelte";
import { kept } from "../settings.svelte";
import { language } from "../words/index.svelte";

/** Whether this browser can speak. */
export const canSpeak = "speechSynthesis" in globalThis;

/** Says a sentence of the catalogue, if that was asked for. */
export function readAloud(text: string, how: Saying = {}): void {
  if (untrack(() => kept.aloud)) sayNow(text, how);
}

interface Saying {
  /** What is being said is said first; otherwise it stops, for it is old by then. */
  follows?: boolean;
}

/** Says a sentence because somebody asked for it just now. */
export function sayNow(text: string, { follows = false }: Saying = {}): void {
  if (!canSpeak || !text.trim()) return;
  const spoken = new SpeechSynthesisUtterance(text.trim());
  spoken.lang = untrack(language);
  if (!follows) speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}

export function hush(): void {
  if (canSpeak) speechSynthesis.cancel();
}

const NAMED = "button, a, label, [role=img], [aria-label], li, p, h1, h2, h3";

/** What a thing on the page is called: what a screen reader would say of it. */
export function nameOf(target: Element): string {
  const thing = target.closest(NAMED);
  if (!thing) return "";
  const by = thing.getAttribute("aria-labelledby");
  const labelled = by ? document.getElementById(by)?.textContent : "";
  return (labelled || thing.getAttribute("aria-label") || thing.textContent || "").replace(/\s+/g, " ").trim();
}
