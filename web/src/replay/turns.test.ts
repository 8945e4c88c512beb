import { expect, test } from "vitest";
import { turnsOf } from "./turns";

const steps = (...awaiting: number[][]) => awaiting.map((seats) => ({ awaiting: seats }));

test("a turn begins where another seat is expected", () => {
  expect(turnsOf(steps([0], [0], [1], [0]))).toEqual([2, 3]);
});

test("a roll in between is not a turn", () => {
  expect(turnsOf(steps([0], [], [0], [], [1]))).toEqual([4]);
});
