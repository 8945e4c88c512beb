import { expect, test } from "vitest";
import type { PuzzleJudged } from "../wire";
import { listed, MOST } from "./listed";

function judged(count: number, action: string, played: string): PuzzleJudged {
  const choices = Array.from({ length: count }, (_, i) => ({
    action: String(i),
    worth: -i,
    loss: i,
    error: 0,
    best: i === 0,
  }));
  const standing = { game: "pig", count: 1, tries: 1, solved: 0, rating: 800, first: true };
  return { action, played, choices, score: 0, why: [], exact: true, before: 800, standing };
}

const actions = (all: PuzzleJudged) => listed(all).map((each) => each.action);

test("a few choices are all shown", () => {
  expect(actions(judged(3, "2", "1"))).toEqual(["0", "1", "2"]);
});

test("of many choices the best are shown, and those that were chosen", () => {
  expect(actions(judged(20, "19", "12"))).toEqual(["0", "1", "2", "3", "12", "19"]);
  expect(actions(judged(20, "0", "1"))).toHaveLength(MOST);
});
