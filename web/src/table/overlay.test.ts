import { expect, test } from "vitest";
import { freestCorner } from "./overlay";

const frame = { left: 0, top: 50, width: 360, height: 590 };
const low = { left: 0, top: 500, width: 360, height: 140, weight: 1 };

test("a panel lies where nothing is", () => {
  expect(freestCorner({ width: 340, height: 100 }, frame, [low])).toEqual({ left: 20, top: 50 });
});

test("a panel covers much of little weight rather than a little of great weight", () => {
  const hinted = { left: 100, top: 120, width: 40, height: 40, weight: 1000 };
  expect(freestCorner({ width: 340, height: 100 }, frame, [low, hinted]).top).toBe(540);
});

test("a narrow panel avoids one side", () => {
  const right = { left: 180, top: 50, width: 180, height: 590, weight: 1 };
  expect(freestCorner({ width: 170, height: 100 }, frame, [right])).toEqual({ left: 0, top: 50 });
});
