import { expect, test } from "vitest";
import type { PlayedMatch } from "../wire";
import { figures, smoothed } from "./figures";

function played(ended: number, points: number, right: number, loss: number): PlayedMatch {
  const habits = [
    { kind: "bonus", count: 1, loss },
    { kind: "kept", count: 2, loss: 1 },
  ];
  const merit = { luck: 0, lost: loss + 1, choices: 10, right, signs: "", habits };
  const rest = { names: ["Ann", "Ben"], levels: ["", ""], won: points > 200, challenge: "", seat: 0 };
  return { table: String(ended), game: "pig", ended, scores: [points, 0], merit, ...rest };
}

test("a game has its best, averages and the dearest habits", () => {
  const [pig] = figures([played(2, 250, 9, 3), played(1, 150, 5, 7)]);
  expect(pig).toMatchObject({ won: 1, best: 250, average: 200, lost: 6 });
  expect(pig?.right.map((each) => each.share)).toEqual([0.5, 0.9]);
  expect(pig?.habits).toEqual([
    { kind: "bonus", times: 2, loss: 10 },
    { kind: "kept", times: 4, loss: 2 },
  ]);
});

test("a match that is not judged yet counts for the result alone", () => {
  const [pig] = figures([{ ...played(1, 150, 5, 7), merit: null }]);
  expect(pig).toMatchObject({ best: 150, lost: null, right: [], habits: [] });
});

test("a line is the mean of the last values", () => {
  expect(smoothed([0, 1, 2], 2)).toEqual([0, 0.5, 1.5]);
});
