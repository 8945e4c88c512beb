import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
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

test("no link to a page of the web client does without `to`", () => {
  const source = fileURLToPath(new URL("../src/", import.meta.url));
  const pages = readdirSync(source, { recursive: true, encoding: "utf-8" })
    .filter((name) => name.endsWith(".svelte") && !name.startsWith("gallery"))
    .filter((name) => /href=(?:"|\{`|\{")\/(?!api\/)/.test(readFileSync(source + name, "utf-8")));
  expect(pages).toEqual([]);
});
