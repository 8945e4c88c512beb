import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { catalogue, languages } from "../build/words.ts";

const SRC = fileURLToPath(new URL("../src/", import.meta.url));
const sources = readdirSync(SRC, { recursive: true, encoding: "utf-8" }).filter((name) => /\.(svelte|ts)$/.test(name));

/** Every key that stands in the source as a whole: w("page.home.title"). */
function keysIn(file: string): string[] {
  const text = readFileSync(SRC + file, "utf-8");
  return [...text.matchAll(/\bw\(\s*"([a-z][\w.-]*)"/g)].map((match) => match[1] as string);
}

test.each(languages())("there are words in %s for every key that the page names", (language) => {
  const words = catalogue(language);
  const missing = sources.flatMap((file) =>
    keysIn(file)
      .filter((key) => !(key in words))
      .map((key) => `${file}: ${key}`),
  );
  expect(missing).toEqual([]);
});

test("no markup has a style attribute, which the policy forbids", () => {
  const bad = sources.filter((file) => file.endsWith(".svelte") && /\sstyle="/.test(readFileSync(SRC + file, "utf-8")));
  expect(bad).toEqual([]);
});
