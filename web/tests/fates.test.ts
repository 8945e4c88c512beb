import { expect, test } from "vitest";
import { checkFates } from "../src/net/outcome-check";
import type { AskedFate } from "../src/wire";

// The vectors of docs/reference/dice-and-deals.md.
const SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const SHARES = ["ann", "bob"];
const PROMISED = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
const ROLL: AskedFate = {
  event: 2,
  number: 1,
  kind: "roll",
  count: 5,
  pool: [1, 2, 3, 4, 5, 6],
  values: [1, 2, 3, 4, 6],
};
const DRAW: AskedFate = {
  number: 2,
  event: 5,
  kind: "draw",
  count: 4,
  pool: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  values: [7, 6, 10, 9],
};

test("outcomes that follow from the seed pass", () => {
  expect(checkFates(SEED, SHARES, PROMISED, [ROLL, DRAW])).toEqual({ committed: true, checked: 2, wrong: [] });
});

test("a roll that does not follow is named by its event", () => {
  expect(checkFates(SEED, SHARES, PROMISED, [{ ...ROLL, values: [6, 6, 6, 6, 6] }, DRAW]).wrong).toEqual([2]);
});

test("a seed that does not fit the commitment is seen", () => {
  expect(checkFates(SEED, SHARES, "00".repeat(32), []).committed).toBe(false);
});

test("other contributions give another outcome", () => {
  expect(checkFates(SEED, ["ann"], PROMISED, [ROLL, DRAW]).wrong).not.toEqual([]);
});
