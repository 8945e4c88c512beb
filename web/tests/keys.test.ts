import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { KEYS_FILE, keysText } from "../build/keys.ts";
import { catalogue, ENGLISH, whenLoaded } from "../build/words.ts";
import loading from "../src/words/loading.json";
import { w } from "../src/words/index.svelte";

const SRC = fileURLToPath(new URL("../src/", import.meta.url));
const sources = readdirSync(SRC, { recursive: true, encoding: "utf-8" }).filter((name) => /\.(svelte|ts)$/.test(name));

test("the type of all keys is up to date", () => {
  expect(readFileSync(KEYS_FILE, "utf-8") === keysText(), "src/words/keys.ts is out of date; run: make wire").toBe(
    true,
  );
});

test("a key that nobody has written is an error of types", () => {
  const box = "ones" as "ones" | "tens";
  // @ts-expect-error there are no words for it
  expect(() => w("page.nothing")).toThrow("page.nothing");
  // @ts-expect-error and none for a box of tens
  expect(() => w(`yatzy.box.${box}`)).toThrow("yatzy.box.ones");
});

test("every beginning in loading.json is that of a key", () => {
  const all = Object.keys(catalogue(ENGLISH));
  const unused = [...loading.first, ...loading.later].filter((beginning) => {
    const pattern = new RegExp(`^${beginning.replaceAll(".", "\\.").replaceAll("*", "[^.]+")}`);
    return !all.some((key) => pattern.test(key));
  });
  expect(unused).toEqual([]);
});

test.each([
  ["terminal.prompt", "never"],
  ["store.refused.open", "never"],
  ["bot.habit", "never"],
  ["bot.name.tabby", "first"],
  ["page.home.today", "first"],
  ["page.ask", "first"],
  ["page.ask.score", "later"],
  ["page.meow.today", "later"],
  ["page.meow.today.points", "later"],
  ["page.meow.todays", "game"],
  ["page.meow.pitch", "first"],
  ["meow.title", "first"],
  ["server.refused.moving", "first"],
  ["server.refused.wrong_key", "later"],
])("%s is loaded: %s", (key, when) => {
  expect(whenLoaded(key)).toBe(when);
});

test("no markup has a style attribute, which the policy forbids", () => {
  const bad = sources.filter((file) => file.endsWith(".svelte") && /\sstyle="/.test(readFileSync(SRC + file, "utf-8")));
  expect(bad).toEqual([]);
});
