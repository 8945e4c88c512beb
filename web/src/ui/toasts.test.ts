import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dismiss, toast, toasts } from "./toasts.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  toasts.splice(0);
  vi.useRealTimers();
});

const said = (): string[] => toasts.map(({ text }) => text);

test("what is said goes by itself", () => {
  toast("The line is down.", "bad", 3000);
  vi.advanceTimersByTime(2999);
  expect(said()).toEqual(["The line is down."]);
  vi.advanceTimersByTime(1);
  expect(said()).toEqual([]);
});

test("what is said can be dismissed", () => {
  dismiss(toast("Roll the dice first."));
  expect(said()).toEqual([]);
});

test("the same words are shown once", () => {
  toast("Roll the dice first.");
  toast("Roll the dice first.");
  expect(said()).toEqual(["Roll the dice first."]);
});
