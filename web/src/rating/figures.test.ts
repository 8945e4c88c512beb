import { expect, it } from "vitest";
import type { RatingChange } from "../wire";
import { course, signed } from "./figures";

const change = (rating: number, deviation: number): RatingChange => ({
  table: "t",
  game: "chess",
  at: 0,
  number: 1,
  before: 50,
  rating,
  deviation,
  reason: "up",
});

it("says which way a rating moved", () => {
  expect([0.44, -1.25, 0, -0.01].map(signed)).toEqual(["+0.4", "−1.3", "+0.0", "+0.0"]);
});

it("shows the whole band of a course", () => {
  const { points, bottom, top } = course([change(52, 20), change(58, 15)]);
  expect(points[1]).toEqual({ rating: 58, low: 28, high: 88 });
  expect([bottom, top]).toEqual([10, 100]);
});
