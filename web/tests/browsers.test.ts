import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BROWSERS } from "../build/browsers";

test("the README names the oldest browsers that the page is built for", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf-8");
  const named = /Chrome and Edge from (\d+), Firefox from (\d+), Safari, on iOS too, from ([\d.]+)/.exec(readme);
  const [chromium, firefox, safari] = named?.slice(1) ?? [];
  const targets = [`chrome${chromium}`, `edge${chromium}`, `firefox${firefox}`, `ios${safari}`, `safari${safari}`];
  expect(BROWSERS).toEqual(targets);
});
