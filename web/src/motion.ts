import { tick } from "svelte";
import { keep, kept } from "./settings.svelte";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether somebody wants things to stay calm: then show the end of a movement at once. */
export function calm(): boolean {
  return kept.motion ? kept.motion === "calm" : reduced.matches;
}

/** Informs the style sheet: the choice made here, or else the device's setting. */
function apply(): void {
  document.documentElement.dataset.motion = calm() ? "calm" : "lively";
}

export function applyMotion(): void {
  apply();
  reduced.addEventListener("change", apply);
}

export function setMotion(motion: "calm" | "lively"): void {
  keep({ motion });
  apply();
}

/**
 * Changes what the page shows, and fades from the old to the new where the browser can and things may move. There the
 * change comes with the next frame; nothing waits for the fading, and taps go through it.
 */
export function fade(change: () => void): void {
  if (calm() || document.hidden || !("startViewTransition" in document)) return change();
  const { dataset } = document.documentElement;
  dataset.fading = "";
  const fading = document.startViewTransition(() => {
    delete dataset.fading;
    change();
    return tick();
  });
  // The next one may begin before this one has ended, or the window may be put aside meanwhile.
  for (const end of [fading.ready, fading.finished]) end.catch(() => undefined);
}
