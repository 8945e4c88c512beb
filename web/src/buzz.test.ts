import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { buzz, canBuzz } from "./buzz";
import { keep } from "./settings.svelte";

const vibrate = vi.fn();

beforeEach(() => keep({ buzz: true }));
afterEach(() => {
  vi.unstubAllGlobals();
  vibrate.mockClear();
});

function device(parts: object): void {
  vi.stubGlobal("navigator", parts);
}

test("a device that can vibrates once, for a moment", () => {
  device({ vibrate, userActivation: { hasBeenActive: true } });
  buzz();
  expect(vibrate).toHaveBeenCalledTimes(1);
  expect(vibrate).toHaveBeenCalledWith([expect.any(Number)]);
});

test("a win is felt longer than a turn", () => {
  device({ vibrate, userActivation: { hasBeenActive: true } });
  buzz("win");
  const [pattern] = vibrate.mock.calls[0] as [number[]];
  expect(pattern.length).toBeGreaterThan(1);
});

test("it is still where somebody switched it off", () => {
  device({ vibrate, userActivation: { hasBeenActive: true } });
  keep({ buzz: false });
  buzz();
  expect(vibrate).not.toHaveBeenCalled();
});

test("browsers complain before the first tap, so nothing is tried", () => {
  device({ vibrate, userActivation: { hasBeenActive: false } });
  buzz();
  device({ vibrate });
  buzz();
  expect(vibrate).not.toHaveBeenCalled();
});

test("a device that cannot is left alone", () => {
  device({ userActivation: { hasBeenActive: true } });
  expect(canBuzz()).toBe(false);
  expect(buzz).not.toThrow();
});
