import { expect, it } from "vitest";
import { BONUS, BONUS_FROM, BOXES, choices, inSumBox, readable, type Box } from "./boxes";
import samples from "./scores.json";

it("takes for a sum what five dice can give, and nothing else", () => {
  expect([0, 5, 17, 30].map(inSumBox)).toEqual([true, true, true, true]);
  expect([-5, 1, 4, 31, 99, 7.5, Number.NaN].some(inSumBox)).toBe(false);
});

it("offers multiples of the face above, and all or nothing below", () => {
  expect(choices("fours")).toEqual([0, 4, 8, 12, 16, 20]);
  expect(choices("mouser")).toEqual([50, 0]);
  expect(choices("three_kind")).toEqual([]);
});

it("leaves out what an earlier version let through", () => {
  const column = BOXES.map((box) =>
    box === "fours" ? 12 : box === "three_kind" ? 99 : box === "nine_lives" ? 21 : null,
  );
  expect(readable(column).filter((value) => value !== null)).toEqual([12, 21]);
});

it("has the boxes, scores and bonus of the rules", () => {
  expect(BOXES).toEqual(Object.keys(samples.boxes));
  expect([BONUS, BONUS_FROM]).toEqual([samples.bonus, samples.bonus_from]);
  for (const [box, scores] of Object.entries(samples.boxes)) {
    const offered = choices(box as Box).toSorted((one, other) => one - other);
    if (offered.length) expect(offered, box).toEqual(scores);
    else expect(scores.every(inSumBox), box).toBe(true);
  }
});
