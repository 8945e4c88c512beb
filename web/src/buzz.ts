import { untrack } from "svelte";
import { kept } from "./settings.svelte";

/** Vibrations, in milliseconds: on, off, on … Only your own actions, what comes of them, and being your turn. */
const BUZZES = {
  turn: [25],
  tap: [8],
  dice: [12, 180, 12],
  good: [15, 50, 15],
  bad: [60],
  win: [30, 60, 30, 60, 120],
} as const;

/** Whether this device can vibrate at all. */
export function canBuzz(): boolean {
  return "vibrate" in navigator;
}

/** A short vibration, where the device has one and nobody switched it off. Browsers allow it after a first tap only. */
export function buzz(what: keyof typeof BUZZES = "turn"): void {
  if (canBuzz() && untrack(() => kept.buzz) && navigator.userActivation?.hasBeenActive)
    navigator.vibrate([...BUZZES[what]]);
}
