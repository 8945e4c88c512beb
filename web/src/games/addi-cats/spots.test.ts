import { expect, it } from "vitest";
import { around, inRows } from "./spots";

it("puts your place at the bottom and goes clockwise", () => {
  const spots = around([0, 1, 2, 3], 2);
  expect(spots.map((spot) => spot.place)).toEqual([2, 3, 0, 1]);
  expect(spots.map((spot) => [spot.x, spot.y])).toEqual([
    [50, 100],
    [0, 50],
    [50, 0],
    [100, 50],
  ]);
});

it("seats a spectator where the first player sits", () => {
  expect(around([0, 1, 2], null)[0]?.place).toBe(0);
});

it("puts both places of one player below", () => {
  const below = (owners: number[], seat: number) =>
    around(owners, seat)
      .filter((spot) => spot.y === 100)
      .map((spot) => spot.place);
  expect(below([0, 1, 0, 1], 1)).toEqual([1, 3]);
  expect(below([0, 1, 0], 0)).toEqual([0, 2]);
  expect(below([0, 1, 0], 1)).toEqual([1]);
});

it("keeps both own places together where two play for four", () => {
  expect(inRows([0, 1, 0, 1], 1)).toEqual({ others: [2, 0], own: [1, 3] });
  expect(inRows([0, 1, 2], 1)).toEqual({ others: [2, 0], own: [1] });
});
