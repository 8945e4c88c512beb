import { expect, test } from "vitest";
import { EMPTY_HAND, whyNot, whyNotDie } from "./choice";
import type { Picture } from "./wire";

const NAMES = ["A1", "B1", "C1"];

function view(entries: string[], fresh: string[], change: object = {}, places = ["B1"]): Picture {
  return {
    over: false,
    sheet: { spaces: NAMES.map((name) => ({ name })) },
    turn: { house: { entries, fresh }, done: false, task: null, ...change },
    choices: places.length ? [{ kind: "place", say: "place 4", symbol: "4", ability: "", targets: places }] : [],
  } as unknown as Picture;
}

test.each([
  ["a space that is written", view(["4", "", ""], []), "A1", "written"],
  ["a space that is no part of the house", view(["+", "", ""], []), "A1", "outside"],
  ["a space apart from what was written this turn", view(["4", "", ""], ["A1"]), "C1", "touch"],
  ["a space when no die is left", view(["4", "", ""], ["A1"], {}, []), "C1", "die"],
  ["a space while a room is to be chosen", view(["4", "", ""], [], { task: {} }), "C1", "task"],
  ["a space after one is done", view(["4", "", ""], [], { done: true }), "C1", "waiting"],
] as const)("%s is refused with its reason", (_, shown, space, reason) => {
  expect(whyNot(shown, EMPTY_HAND, space)).toBe(reason);
});

test.each([
  ["that is written", view(["4", "", ""], ["A1"], { left: 1 }), true, "used"],
  ["after the last result of the turn", view(["4", "", ""], ["A1"], { left: 0 }), false, "enough"],
  ["that no empty space can take", view(["4", "+", ""], ["A1"], { left: 1 }, []), false, "stuck"],
  ["when every space is written", view(["4", "2", "3"], ["A1"], { left: 1 }, []), false, "full"],
  ["while a room is to be chosen", view(["4", "", ""], [], { left: 1, task: {} }), false, "task"],
  ["after one is done", view(["4", "", ""], [], { left: 0, done: true }), false, "waiting"],
] as const)("a die %s is refused with its reason", (_, shown, used, reason) => {
  expect(whyNotDie(shown, used)).toBe(reason);
});
