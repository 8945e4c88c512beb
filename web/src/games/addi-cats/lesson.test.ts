import { describe, expect, it } from "vitest";
import { catalogue, languages } from "../../../build/words.ts";
import type { Update } from "../../wire";
import lesson from "./lesson";

const at = (cards_turned: number, changes: Record<string, unknown> = {}, legal: string[] = []) =>
  ({
    view: { cards_turned, phase: "turn", direction: 1, decided: [], ...changes },
    legal,
    over: false,
  }) as unknown as Update;
const step = (key: string) => lesson.steps.find((each) => each.key === key);

describe("the lesson", () => {
  it("has words for every step, in every language", () => {
    for (const language of languages()) {
      const words = catalogue(language);
      expect(lesson.steps.filter(({ key }) => !words[`page.addi-cats.lesson.${key}`])).toEqual([]);
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
});
