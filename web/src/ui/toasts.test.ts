import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announced, dismiss, moveOn, toast, toasts } from "./toasts.svelte";

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

test("what is said goes when the next thing happens", () => {
  toast("Roll the dice first.");
  moveOn();
  expect(said()).toEqual([]);
});

test("what others do leaves time to read", () => {
  toast("Roll the dice first.");
  vi.advanceTimersByTime(500);
  moveOn(2000);
  vi.advanceTimersByTime(1499);
  expect(said()).toEqual(["Roll the dice first."]);
  vi.advanceTimersByTime(1);
  expect(said()).toEqual([]);
});

test("what comes soon is not announced", async () => {
  await announced(Promise.resolve(), "Loading…");
  vi.advanceTimersByTime(1000);
  expect(said()).toEqual([]);
});

test("what takes long is announced until it has come", async () => {
  let come = (): void => undefined;
  const coming = announced(new Promise<void>((done) => (come = done)), "Loading…");
  vi.advanceTimersByTime(1000);
  expect(said()).toEqual(["Loading…"]);
  come();
  await coming;
  expect(said()).toEqual([]);
});
