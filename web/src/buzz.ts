import { untrack } from "svelte";
import { kept } from "./kept.svelte";

const SHORT = 25;

/** Whether this device can vibrate at all. */
export function canBuzz(): boolean {
  return "vibrate" in navigator;
}

/** A short vibration, where the device has one and nobody switched it off. Browsers allow it after a first tap only. */
export function buzz(): void {
  if (canBuzz() && untrack(() => kept.buzz) && navigator.userActivation?.hasBeenActive) navigator.vibrate(SHORT);
}
