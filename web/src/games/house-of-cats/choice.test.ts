import { expect, test } from "vitest";
import { chosenTool, diceFor, narrow, open, settledRoom, tap, tapDie, EMPTY_HAND } from "./choice";
import type { ChoicePicture, Picture } from "./wire";

const choice = (
  kind: ChoicePicture["kind"],
  say: string,
  targets: string[] = [],
  symbol = "",
  ability: ChoicePicture["ability"] = "",
): ChoicePicture => ({
  kind,
  say,
  targets,
  symbol,
  ability,
  how: "",
  loses: 0,
});
const viewOf = (choices: ChoicePicture[], task: string | null = null) =>
  ({ choices, turn: { task: task && { kind: task } } }) as unknown as Picture;
const hand = { ...EMPTY_HAND, version: 7 };
const DICE = viewOf([
  choice("place", "place 4", ["A1", "B2"], "4"),
  choice("place", "place mouse", ["A1", "B2"], "mouse"),
  choice("back", "back"),
]);

test("a die and then a space is an action", () => {
  const taken = tapDie(DICE, hand, "4");
  expect(taken).toEqual({ hand: { version: 7, say: "place 4", spaces: [] } });
  expect(tap(DICE, { ...hand, say: "place 4" }, "B2")).toEqual({ act: "place 4 B2" });
});

test("a space and then a die is the same action", () => {
  expect(tap(DICE, hand, "B2")).toEqual({ hand: { version: 7, say: "", spaces: ["B2"] } });
  expect(tapDie(DICE, { ...hand, spaces: ["B2"] }, "mouse")).toEqual({ act: "place mouse B2" });
});

test("a space that is not open does nothing", () => {
  expect(tap(DICE, { ...hand, say: "place 4" }, "C3")).toBeNull();
  expect(tap(DICE, hand, "C3")).toBeNull();
  expect(tapDie(DICE, hand, "5")).toBeNull();
});

test("a second tap on a die puts it down", () => {
  expect(tapDie(DICE, { ...hand, say: "place 4" }, "4")).toEqual({ hand: { version: 7, say: "", spaces: [] } });
});

test("the only thing to write is taken up by itself, but not an ability that may wait", () => {
  const one = viewOf([choice("place", "place 4", ["A1"], "4"), choice("use", "use D", ["A1"], "", "D")]);
  expect(chosenTool(one, hand)?.say).toBe("place 4");
  expect(chosenTool(viewOf([choice("use", "use D", ["A1"], "", "D")]), hand)).toBeUndefined();
  expect(chosenTool(viewOf([choice("use", "use L", ["A1"], "", "L")], "ability"), hand)?.say).toBe("use L");
});

test("a key takes up what is to be written, never an ability that changes it", () => {
  const mouse = viewOf(
    [choice("write", "write mouse", ["A1"], "mouse"), choice("use", "use C 4", [], "4", "C")],
    "write",
  );
  expect(tapDie(mouse, hand, "mouse")).toEqual({ hand: { version: 7, say: "write mouse", spaces: [] } });
  expect(tapDie(mouse, hand, "4")).toBeNull();
});

test("one mouse or two: after the first space the second can follow", () => {
  const litter = viewOf([choice("use", "use L", ["A1", "A2", "B2", "A1 A2"], "", "L")], "ability");
  expect(tap(litter, hand, "A1")).toEqual({ hand: { version: 7, say: "use L", spaces: ["A1"] } });
  expect(tap(litter, { ...hand, say: "use L", spaces: ["A1"] }, "A2")).toEqual({ act: "use L A1 A2" });
  expect(tap(litter, hand, "B2")).toEqual({ act: "use L B2" });
});

test("a room is settled when the taps leave one", () => {
  const rooms = choice("room", "room", ["A1 A2", "A2 A3"]);
  expect(settledRoom(rooms, [])).toBe("");
  expect(settledRoom(rooms, ["A3"])).toBe("A2 A3");
  expect(tap(viewOf([rooms], "room"), hand, "A3")).toEqual({ hand: { version: 7, say: "room", spaces: ["A3"] } });
});

test("what is narrowed down names the spaces that can follow", () => {
  expect([...narrow(["A1 A2", "A2 A3"], ["A2"]).next]).toEqual(["A1", "A3"]);
  expect(narrow(["A1", "A1 A2"], ["A1"]).exact).toBe("A1");
});

test("without a die in hand every open space is marked", () => {
  expect([...open(DICE, undefined, [])]).toEqual(["A1", "B2"]);
  expect(diceFor(DICE, "A1").map((found) => found.symbol)).toEqual(["4", "mouse"]);
});
