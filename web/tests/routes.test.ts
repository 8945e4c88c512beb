import { expect, test } from "vitest";
import { invitation, route, sender, signature } from "../src/routes";

test.each([
  ["/", { page: "home" }],
  ["/new/meow", { page: "new", game: "meow" }],
  ["/new/a-guest", { page: "new", game: "a-guest" }],
  ["/new/No game!", { page: "lost" }],
  ["/t/abc", { page: "table", id: "abc" }],
  ["/t", { page: "lost" }],
  ["/replay/abc/", { page: "replay", id: "abc" }],
  ["/learn", { page: "learn" }],
  ["/learn/house-of-cats", { page: "learn", game: "house-of-cats" }],
  ["/pads/yatzy", { page: "pads", game: "yatzy" }],
  ["/puzzles", { page: "puzzles" }],
  ["/puzzles/house-of-cats", { page: "puzzles", game: "house-of-cats" }],
  ["/clubs", { page: "clubs" }],
  ["/clubs/abc", { page: "clubs", id: "abc" }],
  ["/about", { page: "about" }],
  ["/transfer", { page: "transfer" }],
  ["/about/you", { page: "lost" }],
  ["/t/a%", { page: "table", id: "a%" }],
])("%s leads to %o", (path, expected) => {
  expect(route(path)).toEqual(expected);
});

test("the key of an invitation stands in the fragment", () => {
  expect(invitation("#k=abc-_1")).toBe("abc-_1");
  expect(invitation("")).toBe("");
});

test("a link names the person who sends it", () => {
  expect(sender(`#k=abc${signature("Zoë & Ann")}`)).toBe("Zoë & Ann");
  expect(sender(`#k=abc${signature("")}`)).toBe("");
  expect(sender(`#k=abc${signature("A".repeat(99))}`)).toBe("A".repeat(30));
});
