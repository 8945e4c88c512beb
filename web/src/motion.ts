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
