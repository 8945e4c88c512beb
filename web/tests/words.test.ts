import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalogue, languages, withEnglish } from "../build/words.ts";
import { format } from "../src/words/format";
import { kindKey, phrase, say } from "../src/words/say";

interface Sentence {
  game: string;
  note: Record<string, unknown>;
  names: string[];
  viewer: number | null;
  said: Record<string, string>;
}
const sentences = JSON.parse(readFileSync(new URL("./sentences.json", import.meta.url), "utf-8")) as Sentence[];

test.each(["en", "de"])("notes are told in %s as the terminal tells them", (language) => {
  const words = catalogue(language);
  for (const { game, note, names, viewer, said } of sentences) {
    expect(say(words, game, note, names, viewer), JSON.stringify(note)).toBe(said[language]);
  }
});

test("a key that is missing is an error", () => {
  expect(() => phrase({}, "page.nothing")).toThrow("page.nothing");
});

test("a value that is missing is an error", () => {
  expect(() => format("{name} wins", {})).toThrow("{name}");
});

test("numbers are written with the signs of the language", () => {
  const german = { "number.decimal": ",", "number.thousands": ".", both: "{worth:.1f} and {big:,}" };
  expect(phrase(german, "both", { worth: 3.14159, big: 1234567 })).toBe("3,1 and 1.234.567");
});

test("format follows Python", () => {
  expect(format("{action!s}|{gain:+.1f}|{name:<4}|{n:>3}|{{}}", { action: "roll", gain: 2, name: "ab", n: 7 })).toBe(
    "roll|+2.0|ab  |  7|{}",
  );
});

test("a language has as many forms as it has plural categories", () => {
  const polish = { "language.tag": "pl", files: "{n} {n:|plik|pliki|plików|pliku}" };
  expect([1, 2, 5, 22, 1.5].map((n) => phrase(polish, "files", { n }))).toEqual([
    "1 plik",
    "2 pliki",
    "5 plików",
    "22 pliki",
    "1.5 pliku",
  ]);
});

/** Written by web/tests/plurals.py from CLDR: the categories of each language, and those of some counts. */
interface Plurals {
  categories: string[];
  of: Record<string, string>;
}
const plurals = JSON.parse(readFileSync(new URL("./plurals.json", import.meta.url), "utf-8")) as Record<
  string,
  Plurals
>;

test.each(languages())("every sentence of %s with a count takes the form that CLDR says", (language) => {
  const words = catalogue(language);
  const counted = Object.values(words).filter((sentence) => sentence.includes("|"));
  expect(counted.length).toBeGreaterThan(30);
  const found: string[] = [];
  const wanted: string[] = [];
  for (const sentence of counted) {
    const one = { ...words, sentence };
    const names = [...sentence.matchAll(/\{(\w+)/g)].map(([, name]) => name);
    for (const count of Object.keys(plurals.en?.of ?? {})) {
      found.push(phrase(one, "sentence", Object.fromEntries(names.map((name) => [name, count]))));
      wanted.push(spelled(sentence, count, language));
    }
  }
  expect(found).toEqual(wanted);
});

/** A sentence with the form that CLDR names for a count; raises if it has more or fewer forms than its language. */
function spelled(sentence: string, count: string, language: string): string {
  return sentence
    .replace(/\{\w+:([a-z]*)\|([^{}]*)\}/g, (_, borrowed: string, list: string) => {
      const { categories, of } = plurals[borrowed || language] as Plurals;
      const forms = list.split("|");
      if (forms.length !== categories.length) throw new Error(`${forms.length} forms in: ${sentence}`);
      return forms[categories.indexOf(of[count] as string)] as string;
    })
    .replace(/\{\w+[^{}]*\}/g, count);
}

test("what a language lacks is said in English, with English forms", () => {
  const english = { left: "{n} {n:|card|cards} left", "language.tag": "en" };
  const french = withEnglish({ "language.tag": "fr" }, english);
  expect([0, 1, 2].map((n) => phrase(french, "left", { n }))).toEqual(["0 cards left", "1 card left", "2 cards left"]);
});

test("whole millions, which some languages count as a category of their own, take the last form", () => {
  const french = { "language.tag": "fr", points: "{n:|point|points}" };
  expect([0, 1, 1.5, 2, 1_000_000].map((n) => phrase(french, "points", { n }))).toEqual([
    "point",
    "point",
    "point",
    "points",
    "points",
  ]);
});

test("words that depend on a number", () => {
  expect([1, 2].map((count) => format("{count} {count:|friend|friends}", { count }))).toEqual([
    "1 friend",
    "2 friends",
  ]);
});

test("a kind of note has one key however it is written", () => {
  expect(kindKey("meow", "TakesBowl")).toBe(kindKey("meow", "takes_bowl"));
});

test("the page carries no words of the command line", () => {
  expect(Object.keys(catalogue("en")).filter((key) => /^(terminal|arena|solve|store|printing)\./.test(key))).toEqual(
    [],
  );
});
