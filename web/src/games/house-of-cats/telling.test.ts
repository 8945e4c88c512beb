import { beforeEach, describe, expect, test, vi } from "vitest";
import { speak } from "../../words/index.svelte";
import type { Picture } from "./picture";
import { group, label, spaceWords, wayWords } from "./telling";

interface Fixture { update: { view: Picture; legal: string[] } }
vi.stubGlobal("document", { documentElement: {} });
const FIXTURES = Object.entries(import.meta.glob<Fixture>("../../../fixtures/house-of-cats/*.json", { eager: true }));

describe.each(["en", "de"])("in %s", (language) => {
  beforeEach(() => speak(language));

  test.each(FIXTURES)("everything in %s has words", (_, { update }) => {
    for (const action of update.legal) {
      expect(label(action)).not.toBe("");
      expect(group(action)).not.toBe("");
    }
    const { sheet, houses } = update.view;
    for (const house of houses) for (const place of sheet.spaces.keys()) expect(spaceWords(sheet, house, place)).toContain(sheet.spaces[place]?.name);
  });

  test("every ability can say how it is used", () => {
    const uses = ["A 4 C2", "B 3 up", "B 3 down", "C 4", "D C2", "E more", "E fewer", "F 5", "G C2", "H 3 cat", "H 3 mouse", "I 4 C2", "J", "K mouse C2", "L C2 C3"];
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
