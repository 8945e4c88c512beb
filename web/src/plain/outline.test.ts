import { expect, it } from "vitest";
import { linesOf } from "./outline";

it("shows the outline that the server sends", () => {
  const lines = [{ label: "Target", value: "100", lines: [], seat: null }];
  expect(linesOf({ generic: true, outline: lines })).toBe(lines);
});

it("shows the fields of a picture that was made for another page", () => {
  const lines = linesOf({ turn_total: 4, dice: [1, 6], sheets: [{ total: 3 }] });
  expect(lines.map(({ label, value }) => [label, value])).toEqual([
    ["Turn total", "4"],
    ["Dice", "1 6"],
    ["Sheets", ""],
  ]);
  expect(lines[2]?.lines[0]).toMatchObject({ label: "1", lines: [{ label: "Total", value: "3" }] });
});
