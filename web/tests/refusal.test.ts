import { beforeAll, expect, test, vi } from "vitest";
import { refusalWords } from "../src/table/refusal";
import { speak } from "../src/words/index.svelte";

const refused = { code: "too_long", words: "A message has at most 99 bytes.", values: { most: 99 } };

beforeAll(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await speak("de");
});

test("a refusal is told in the language of the page, with its values", () => {
  expect(refusalWords(refused)).toContain("99");
  expect(refusalWords(refused)).not.toBe(refused.words);
});

test("a refusal that the page has no words for is told as the server said it", () => {
  expect(refusalWords({ ...refused, code: "of_another_version" })).toBe(refused.words);
  expect(refusalWords({ ...refused, values: {} })).toBe(refused.words);
});
