import { expect, it } from "vitest";
import { look } from "./look";

const ALL = Array.from({ length: 18 }, (_, i) => look(i + 1));

it("cats grow with their number", () => {
  for (let i = 1; i < ALL.length; i++) expect(ALL[i]?.size).toBeGreaterThan(ALL[i - 1]?.size ?? 0);
});

it("no two cats wear the same", () => {
  expect(new Set(ALL.map((cat) => cat.extra)).size).toBe(18);
});

it("the 18 wears the crown, and the 1 has stolen one", () => {
  expect([ALL[17]?.extra, ALL[0]?.extra]).toEqual(["crown", "stolen_crown"]);
});
