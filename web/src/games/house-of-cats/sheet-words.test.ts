import { beforeEach, describe, expect, test, vi } from "vitest";
import { languages } from "../../../build/words.ts";
import { laterWords, speak } from "../../words/index.svelte";
import type { AbilityPicture, HousePicture, Picture } from "./wire";
import { sheetOf } from "./sheets";
import { circleWords, group, label, roomWords, spaceWords, turnWords, wayWords } from "./sheet-words";

interface Fixture {
  update: { view: Picture; legal: string[] };
}
vi.stubGlobal("document", { documentElement: {} });
const FIXTURES = Object.entries(import.meta.glob<Fixture>("../../../fixtures/house-of-cats/*.json", { eager: true }));

describe.each(languages())("in %s", (language) => {
  beforeEach(async () => {
    await speak(language);
    await laterWords();
  });

  test.each(FIXTURES)("everything in %s has words", (_, { update }) => {
    for (const action of update.legal) {
      expect(label(action)).not.toBe("");
      expect(group(action)).not.toBe("");
    }
    const { sheet, houses } = update.view;
    for (const house of houses)
      for (const place of sheet.spaces.keys())
        expect(spaceWords(sheet, house, place)).toContain(sheet.spaces[place]?.name);
  });

  test("every ability can say how it is used", () => {
    const uses = [
      "A 4 C2",
      "B 3 up",
      "B 3 down",
      "C 4",
      "D C2",
      "E more",
      "E fewer",
      "F 5",
      "G C2",
      "H 3 cat",
      "H 3 mouse",
      "I 4 C2",
      "J",
      "K mouse C2",
      "L C2 C3",
    ];
    expect(new Set(uses.map((use) => label(`use ${use}`))).size).toBe(uses.length);
  });
});

test("an action reads as one would say it", async () => {
  await speak("en");
  expect(label("place mouse C2")).toBe("Write a mouse into C2");
  expect(label("place mouse C2, cat, place 4 C3")).toBe("Write a mouse into C2 · Cross off a cat · Write a 4 into C3");
  expect(label("use A 4 C2")).toBe("Stray: Write the 4 apart from the others (C2)");
  expect(wayWords("B", "3", "up")).toBe("Make the 3 one more");
});

describe("a turn of a review", () => {
  const SHEET = sheetOf(1, [[".", ".", ".", "."]]);
  const house = (known: Partial<HousePicture>) =>
    ({
      entries: ["2", "2", "mouse", ""],
      doubled: [],
      rooms: [],
      fresh: [],
      circles: [0, 1],
      ...known,
    }) as unknown as HousePicture;
  const ROOM = { number: "2", spaces: ["A1", "B1"], points: 1 };
  beforeEach(() => Promise.all([speak("en"), laterWords()]));

  test("says what is new where, and which room it completed", () => {
    const after = house({ fresh: ["B1", "C1"], rooms: [{ ...ROOM, fresh: true }] });
    expect(turnWords(SHEET, after)).toBe(
      "The sheet after this turn. New: B1: a 2; C1: a mouse. A new room of 2s: A1 and B1.",
    );
  });

  test("leaves out what was there before", () => {
    const after = house({ rooms: [{ ...ROOM, fresh: false }] });
    expect(roomWords(after)).toEqual([]);
    expect(turnWords(SHEET, after)).toBe("The sheet after this turn. Nothing new is on it.");
  });

  test("says that a symbol counts as two, and that a space is empty again", () => {
    expect(turnWords(SHEET, house({ fresh: ["C1", "D1"], doubled: ["C1"] }))).toContain(
      "C1: a mouse, counts as two; D1: empty.",
    );
  });

  test("names the circles that differ", () => {
    const abilities = ["A", "B"].map((letter) => ({ name: `house-of-cats.ability.${letter}` })) as AbilityPicture[];
    expect(circleWords(abilities, house({}), house({ circles: [0, 0] }))).toBe("Circles left: Nudge 1");
    expect(circleWords(abilities, house({}), house({}))).toBe("");
  });
});
