import { expect, test } from "vitest";
import { spot, to } from "../src/address";

const here = (hash: string) => ({ pathname: "/cats/index.html", hash });

test("a server has an address for each page", () => {
  expect(to("/t/abc#k=1", false)).toBe("/t/abc#k=1");
  expect(spot({ pathname: "/t/abc", hash: "#k=1" }, false)).toEqual({ path: "/t/abc", fragment: "#k=1" });
});

test.each([
  ["", { path: "/", fragment: "" }],
  ["#/", { path: "/", fragment: "" }],
  ["#/t/abc", { path: "/t/abc", fragment: "" }],
  ["#/t/abc#k=1", { path: "/t/abc", fragment: "#k=1" }],
  ["#main", null],
])("in a folder of static files %s leads to %o", (hash, expected) => {
  expect(spot(here(hash), true)).toEqual(expected);
});

test("a link of a folder of static files leads back to its path", () => {
  expect(spot(here(to("/replay/abc#12", true)), true)).toEqual({ path: "/replay/abc", fragment: "#12" });
});
