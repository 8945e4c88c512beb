import { expect, test } from "vitest";
import { shareText, signs } from "./share";

const shared = {
  title: "Purrlor · Knucklebones · 16 November",
  result: "231 points",
  address: "http://localhost/today",
};

test("a row of signs shows how each part of the match went", () => {
  expect(signs("gfdg")).toBe("🐟🐾🧶🐟");
});

test("the text to share has a line for each thing, and no empty one", () => {
  const merit = { luck: 1, lost: 2, choices: 3, right: 1, signs: "gg", habits: [] };
  expect(shareText({ merit }, shared).split("\n")).toEqual([shared.title, shared.result, "🐟🐟", shared.address]);
  expect(shareText({ merit: null }, shared).split("\n")).toHaveLength(3);
});
