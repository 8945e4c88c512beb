import { expect, test } from "vitest";
import { dateWords, daysLater, left, weeks } from "./calendar";

test("weeks run from Monday to Sunday and end with the one of today", () => {
  const found = weeks("2026-11-18", 2);
  expect(found.map((week) => [week[0], week[6]])).toEqual([
    ["2026-11-09", "2026-11-15"],
    ["2026-11-16", "2026-11-22"],
  ]);
  expect(weeks("2026-11-22", 1)[0]?.[6]).toBe("2026-11-22");
});

test("days are days of UTC, whatever zone the browser is in", () => {
  expect(daysLater("2026-03-01", -1)).toBe("2026-02-28");
  expect(dateWords("2026-11-16", "en-GB", true)).toBe("Monday 16 November");
  expect(dateWords("2026-11-16", "de")).toBe("16. November");
});

test("what is left is rounded up to minutes", () => {
  expect(left(3_600_001, 0)).toEqual({ hours: 1, minutes: 1 });
  expect(left(0, 5)).toEqual({ hours: 0, minutes: 0 });
});
