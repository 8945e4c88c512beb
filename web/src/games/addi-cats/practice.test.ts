import { describe, expect, it } from "vitest";
import { due, keyOf, known, next, usual, weakest, type Answer } from "./practice";
import samples from "./practice-samples.json";

const answer = (sum: string, changes: Partial<Answer> = {}): Answer => {
  const [first = 1, second = 1] = sum.split("+").map(Number);
  return { at: 0, first, second, millis: 1000, right: true, ...changes };
};
const first = () => 0;

describe("what is known", () => {
  it("is measured against one's own usual time", () => {
    const answers = [
      answer("1+1"),
      answer("2+2"),
      answer("3+3"),
      answer("4+4", { millis: 500 }),
      answer("5+5", { millis: 2000 }),
    ];
    expect(usual(answers)).toBe(1000);
    expect(["3+3", "4+4", "5+5"].map((sum) => known(answers).get(sum)?.sign)).toEqual(["usual", "quick", "slow"]);
  });

  it("is weak after a wrong answer until a right one", () => {
    const wrong = [answer("1+1"), answer("7+8"), answer("7+8", { right: false })];
    expect(known(wrong).get("7+8")?.sign).toBe("weak");
    expect(known([...wrong, answer("7+8")]).get("7+8")?.sign).toBe("usual");
  });

  it("says nothing about additions that were not practised", () => {
    expect(known([]).size).toBe(0);
    expect(usual([answer("1+1", { right: false })])).toBeNull();
  });
});

describe("what to ask", () => {
  it("begins with something easy", () => {
    expect(next([], 10, 0, first)).toEqual([1, 1]);
    expect(Math.min(...next([], 10, 0, () => 0.99))).toBe(1);
  });

  it("asks a weak one again before a known one", () => {
    const answers = [answer("2+2"), answer("2+2"), answer("7+8", { right: false })];
    expect(next(answers, 10, 60 * 60_000, first)).toEqual([7, 8]);
  });

  it("asks something new while nothing is due", () => {
    expect(next([answer("1+1")], 10, 1, first)).toEqual([1, 2]);
  });

  it("never asks the same twice running", () => {
    const answers = [answer("7+8", { right: false })];
    expect(next(answers, 10, 60 * 60_000, first, "7+8")).not.toEqual([7, 8]);
  });

  it("stays within the numbers that were chosen", () => {
    const answers = [answer("7+8", { right: false })];
    expect(Math.max(...next(answers, 5, 60 * 60_000, () => 0.9))).toBeLessThanOrEqual(5);
  });

  it("asks what is due soonest when all is known", () => {
    const all = Array.from({ length: 25 }, (_, i) =>
      answer(`${Math.floor(i / 5) + 1}+${(i % 5) + 1}`, { at: i === 7 ? -1000 : 0 }),
    );
    expect(next(all, 5, 1, first)).toEqual([2, 3]);
  });
});

it("names what is worth a second look, wrong ones first", () => {
  const answers = [
    answer("1+1"),
    answer("1+2"),
    answer("2+1"),
    answer("6+7", { millis: 4000 }),
    answer("8+9", { right: false }),
  ];
  expect(weakest(answers)).toEqual(["8+9", "6+7"]);
});

it.each(samples)("asks what the terminal asks (%#)", ({ answers, upTo, now, but, due: wanted, next: asked }) => {
  expect(due(answers, upTo, now).map((pair) => keyOf(...pair))).toEqual(wanted);
  expect(keyOf(...next(answers, upTo, now, first, but))).toBe(asked);
});

it.each(samples)("rests as long as in the terminal (%#)", ({ answers, rests }) => {
  const found = [...known(answers)].map(([key, { memory }]) => [key, Math.round(memory.due / 1000)]);
  expect(Object.fromEntries(found)).toEqual(rests);
});
