import { expect, test } from "vitest";
import { momentsOf } from "./moments";
import type { Note } from "./wire";

const story = (...notes: object[]) => notes.map((note, event) => ({ event, note: note as Note }));

test("only a hit that won counts as a time", () => {
  const told = story(
    { kind: "hits", seat: 0, part: "head", after: 300 },
    { kind: "greedy", seat: 0 },
    { kind: "hits", seat: 0, part: "head", after: 800 },
    { kind: "hits", seat: 1, part: "head", after: 700 },
    { kind: "wins_equality", seat: 0 },
  );
  expect(momentsOf(told, 0)).toEqual({ first: 1, greedy: 1, best: 800 });
  expect(momentsOf(told, 1)).toEqual({ first: 0, greedy: 0, best: null });
});
