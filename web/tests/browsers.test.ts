import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BROWSERS } from "../build/browsers";

test("the web client's README names the oldest supported browsers", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf-8");
  const named = /Chrome and Edge (\d+), Firefox (\d+), and Safari ([\d.]+) \(macOS and iOS\) or newer/.exec(readme);
  const [chromium, firefox, safari] = named?.slice(1) ?? [];
  const targets = [`chrome${chromium}`, `edge${chromium}`, `firefox${firefox}`, `ios${safari}`, `safari${safari}`];
  expect(BROWSERS).toEqual(targets);
});
