import { existsSync, readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { nameSize } from "./lettering";

const WORDS = new URL("../../../../src/purrlor/words/", import.meta.url);
/** The mean width of a bold letter in font sizes; that of "Kehrtwende" is 0.68. */
const LETTER = 0.7;

test("the names of the Action cards fit on the card in every language", () => {
  const files = readdirSync(WORDS).map((folder) => new URL(`${folder}/addi-cats.json`, WORDS));
  const names = files.filter(existsSync).flatMap((file) => {
    const words = Object.entries(JSON.parse(readFileSync(file, "utf-8")) as Record<string, string>);
    return words.filter(([key]) => key.startsWith("addi-cats.card.")).map(([, name]) => name);
  });
  expect(names).toContain("Kehrtwende");
  expect(names.filter((name) => name.length * LETTER * nameSize(name) > 98)).toEqual([]);
});
