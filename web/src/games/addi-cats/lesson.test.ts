import { describe, expect, it } from "vitest";
import { catalogue, languages } from "../../../build/words.ts";
import type { Update } from "../../wire";
import lesson from "./lesson";

const at = (cards_turned: number, changes: Record<string, unknown> = {}, legal: string[] = []) =>
  ({
    view: { cards_turned, phase: "turn", direction: 1, decided: [], ...changes },
    notes: [],
    legal,
    over: false,
  }) as unknown as Update;
const actions = lesson.next as typeof lesson;
const step = (key: string) => lesson.steps.find((each) => each.key === key);

describe("the lesson", () => {
  it("has words for every step, in every language", () => {
    for (const language of languages()) {
      const words = catalogue(language);
      const steps = [...lesson.steps, ...(lesson.next?.steps ?? [])];
      expect(steps.filter(({ key }) => !words[`page.addi-cats.lesson.${key}`])).toEqual([]);
    }
  });

  it("goes on when everybody has decided", () => {
    expect(step("alone")?.until(at(1, { phase: "decide", decided: [false, true, false] }))).toBe(false);
    expect(step("alone")?.until(at(1))).toBe(true);
  });

  it("marks what can be done, and nothing else", () => {
    expect(step("equal")?.suggest?.(at(4, {}, ["hit", "pass"]))).toBe("hit");
    expect(step("equal")?.suggest?.(at(4))).toBeUndefined();
  });

  it("passes by what does not come because somebody played otherwise", () => {
    const otherwise = at(16);
    expect(["free", "chase", "u_turn"].map((key) => step(key)?.until(otherwise))).toEqual([true, true, true]);
  });

  it("shows all Action cards, one by one", () => {
    const turns = (card: string) => ({ ...at(0), notes: [{ event: 1, note: { kind: "turns", card } }] });
    const shown = ["clock", "sumo", "trap", "gift"].map((card) =>
      actions.steps.findIndex(({ until }) => until(turns(card))),
    );
    expect(shown).toEqual([0, 1, 2, 3]);
  });

  it("marks a hit after the Clock only where sums are equal", () => {
    const card = (...numbers: number[]) => ({ kind: "addition", text: "", numbers });
    const places = (...own: number[]) =>
      [own, [5, 3], [6]].map((top, owner) => ({ owner, top: [card(1, 2), card(...top)] }));
    const after = (...own: number[]) => ({ ...at(6, { places: places(...own) }, ["hit", "pass"]), seat: 0 });
    const clock = actions.steps.find(({ key }) => key === "clock");
    expect([clock?.suggest?.(after(4, 4)), clock?.suggest?.(after(4, 5))]).toEqual(["hit", undefined]);
  });
});
