import { expect, test } from "vitest";
import { monthsLater, monthWords } from "./months";

test("months follow each other over the end of a year", () => {
  expect(monthsLater("2026-11", 2)).toBe("2027-01");
  expect(monthsLater("2027-01", -1)).toBe("2026-12");
  expect(monthWords("2026-11", "en")).toBe("November 2026");
});
