import { expect, test } from "vitest";
import { catalogue } from "../build/words.ts";
import { plainName } from "../src/games/titles";
import { phrase } from "../src/words/say";

test("a game without words is called by its name", () => {
  expect(["pig", "two-dice", "points_to_win"].map(plainName)).toEqual(["Pig", "Two dice", "Points to win"]);
});

test("how many can play a guest", () => {
  expect(phrase(catalogue("en"), "page.guest.players", { count: 1 })).toBe("1 player");
  expect(phrase(catalogue("de"), "page.guest.players.range", { least: 2, most: 6 })).toBe("2 bis 6 Personen");
});
