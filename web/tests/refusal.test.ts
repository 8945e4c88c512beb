import { beforeAll, expect, test, vi } from "vitest";
import { refusalWords } from "../src/table/refusal";
import { laterWords, speak } from "../src/words/index.svelte";

const refused = { code: "too_long", words: "A message has at most 99 bytes.", values: { most: 99 }, reason: null };

beforeAll(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await speak("de");
  await laterWords();
});

test("a refusal is shown in the chosen language, with its values", () => {
  expect(refusalWords(refused)).toContain("99");
  expect(refusalWords(refused)).not.toBe(refused.words);
});

test("reasons of the rules are shown in the chosen language, including their values", () => {
  const over = { code: "refused.over", words: "the match is over", values: {} };
  const values = { seat: 2, awaited: over };
  const reason = { code: "refused.not_awaited", words: "it is not seat 2’s turn: the match is over", values };
  const notNow = { code: "not_now", words: "That is …", values: { reason: reason.words }, reason };
  expect(refusalWords(notNow)).toContain("Platz 2 ist nicht dran: die Partie ist zu Ende");
  const holds = { code: "house-of-cats.refused.holds", words: "", values: { space: "C2", results: "cat" } };
  expect(refusalWords({ ...notNow, reason: holds })).toContain("in C2 steht schon: Katze");
});

test("a reason without a sentence is shown in the server's words", () => {
  const reason = { code: "nim.refused.heap", words: "there is no heap 9", values: { heap: 9 } };
  expect(refusalWords({ ...refused, code: "not_now", reason })).toContain("there is no heap 9");
});

test("a refusal without a sentence is shown in the server's words", () => {
  expect(refusalWords({ ...refused, code: "of_another_version" })).toBe(refused.words);
  expect(refusalWords({ ...refused, values: {} })).toBe(refused.words);
});
