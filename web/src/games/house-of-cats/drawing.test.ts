import { expect, test } from "vitest";
import { floors, gridLines, outline, paper, roofs, stroke, wallLines, wobble } from "./drawing";
import type { HousePicture } from "./wire";
import { PRINTED, sheetOf, toggled } from "./sheets";
import { walk } from "./walking";

const SHEET = sheetOf(1, [
  [".", ".", "."],
  [".", "-", "."],
  [".", ".", "."],
]);
const lines = (path: string) => path.split("M").length - 1;

test("a pencil always draws the same line", () => {
  expect(stroke(0, 0, 1, 0)).toBe(stroke(0, 0, 1, 0));
  expect(Math.abs(wobble(3, 4))).toBeLessThanOrEqual(1);
});

test("neighbours share a line of the grid", () => {
  expect(lines(gridLines(SHEET, (place) => place < 2))).toBe(7);
});

test("walls are drawn where the server says", () => {
  expect(lines(wallLines(SHEET, { walls: [1 + 4 + 8, 1 + 2 + 4, 0] } as HousePicture))).toBe(6);
});

test("an outline leaves out what is between two spaces of a room", () => {
  expect(lines(outline(SHEET, ["A1", "B1"]))).toBe(6);
});

test("cheeses need room at the ends of the paper", () => {
  expect(paper({ ...SHEET, cheeses: ["1"] }).width).toBeGreaterThan(paper(SHEET).width);
});

test("arrows walk over a hole", () => {
  const at = (name: string) => SHEET.spaces.findIndex((space) => space.name === name);
  expect(walk(SHEET, at("A2"), "ArrowRight")).toBe(at("C2"));
  expect(walk(SHEET, at("A1"), "ArrowUp")).toBe(at("A1"));
  expect(walk(SHEET, at("A3"), "End")).toBe(at("C3"));
});

test("all four sheets are drawn from their marks", () => {
  expect(PRINTED.map((sheet) => sheet.level)).toEqual([1, 2, 3, 4]);
  expect(PRINTED[1]?.spaces.filter((space) => space.star).length).toBeGreaterThanOrEqual(3);
  expect(PRINTED[3]?.spaces.some((space) => space.later)).toBe(true);
});

test("a fifth ability is not taken", () => {
  expect(toggled(["A", "B", "C", "D"], "E")).toEqual(["A", "B", "C", "D"]);
  expect(toggled(["A", "B"], "A")).toEqual(["B"]);
});

test("what has no storey above it has a roof, side by side in one piece", () => {
  expect(roofs(SHEET, () => true)).toEqual([
    { row: 0, column: 0, length: 3 },
    { row: 2, column: 1, length: 1 },
  ]);
});

test("a roof grows with the house", () => {
  expect(roofs(SHEET, (place) => place === 0)).toEqual([{ row: 0, column: 0, length: 1 }]);
});

test("a room over two storeys has no floor between them", () => {
  const house = { rooms: [{ spaces: ["A1", "A2"] }] } as HousePicture;
  const places = floors(SHEET, house, () => true).map(({ row, column }) => `${column} ${row}`);
  expect(places).not.toContain("0 0");
  expect(places).toContain("0 1");
});
