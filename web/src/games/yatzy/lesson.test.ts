import { expect, it } from "vitest";
import type { Update } from "../../wire";
import lesson from "./lesson";

const OPEN = Array(13).fill(null);
const update = (dice: number[], rolls_left: number, legal: string[], entries = OPEN): Update =>
  ({ view: { dice, rolls_left, turn: 0, sheets: [{ entries }] }, legal, over: false }) as unknown as Update;
const step = (key: string) => lesson.steps.find((each) => each.key === key);

it("goes on when the dice have been rolled", () => {
  expect(step("roll")?.until(update([], 3, ["roll"]))).toBe(false);
  expect(step("roll")?.until(update([1, 3, 5, 5, 5], 2, []))).toBe(true);
});

it("suggests to keep all fives, however many there are", () => {
  expect(step("again")?.suggest?.(update([1, 5, 5, 5, 5], 1, ["keep 5 5 5", "keep 5 5 5 5"]))).toBe("keep 5 5 5 5");
});

it("is not stuck when somebody fills another box", () => {
  const strayed = update([], 3, [], [7, ...OPEN.slice(1)]);
  expect(["roll", "keep", "again", "score"].every((key) => step(key)?.until(strayed))).toBe(true);
});

it("only suggests what may be done", () => {
  expect(step("straight_score")?.suggest?.(update([1, 2, 3, 4, 6], 0, ["score small_hairball"]))).toBe(
    "score small_hairball",
  );
  expect(step("straight_score")?.suggest?.(update([1, 1, 3, 4, 6], 0, ["score ones"]))).toBeUndefined();
});
