import { describe, expect, it } from "vitest";
import type { ToldNote } from "../board";
import { afterRoll, filled, keptBy, laid, rollAction, setAside, thrown, without, type Die } from "./dice";
import type { Note } from "./wire";

const told = (...notes: Note[]): ToldNote<Note>[] => notes.map((note) => ({ event: 1, note }));
const marked = (dice: number[], kept: number[]): Die[] =>
  laid(dice).map((die, place) => ({ ...die, kept: kept.includes(place) }));
const faces = (dice: Die[]): number[] => dice.map((die) => die.face);
const kept = (dice: Die[]): boolean[] => dice.map((die) => die.kept);

describe("after a roll", () => {
  it("kept dice stay in their places and stay kept", () => {
    const dice = afterRoll(marked([1, 3, 3, 5, 6], [1, 2]), [2, 2, 3, 3, 4], [4, 2, 2]);
    expect(faces(dice)).toEqual([4, 3, 3, 2, 2]);
    expect(kept(dice)).toEqual([false, true, true, false, false]);
  });

  it("what somebody else kept is found by its faces", () => {
    const dice = afterRoll(laid([1, 3, 3, 5, 6]), [3, 3, 4, 4, 6], [4, 4]);
    expect(kept(dice)).toEqual([false, true, true, false, true]);
  });

  it("a die that was kept and rolls again is no longer kept", () => {
    expect(kept(afterRoll(marked([1, 1, 1, 1, 1], [0, 1]), [1, 1, 2, 2, 2], [2, 2, 2]))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("five new dice lie in the order of the note", () => {
    expect(faces(afterRoll(marked([1, 1, 1, 1, 1], [0]), [2, 3, 4, 5, 6], [6, 5, 4, 3, 2]))).toEqual([2, 3, 4, 5, 6]);
  });

  it("dice that nobody saw before are still shown", () => {
    expect(faces(afterRoll([], [1, 2, 3, 4, 5], [4, 5])).sort()).toEqual([1, 2, 3, 4, 5]);
  });
});

describe("actions", () => {
  it("keep what is marked, in order", () => {
    expect(rollAction(marked([5, 1, 3, 3, 6], [0, 2, 3]))).toBe("keep 3 3 5");
    expect(rollAction(laid([5, 1, 3, 3, 6]))).toBe("roll");
  });

  it("mark what a hint would keep", () => {
    expect(keptBy("keep 3 5", laid([3, 3, 5, 6, 1]))).toEqual([true, false, true, false, false]);
    expect(keptBy("score ones", laid([3, 3]))).toEqual([false, false]);
  });
});

const KEEPS: Note = { kind: "keeps", seat: 0, dice: [1, 1, 1] };
const ROLLS: Note = { kind: "rolls", seat: 0, rolled: [4], dice: [1, 1, 1, 1, 4] };
const SCORES: Note = { kind: "scores", seat: 0, box: "fours", points: 4 };

it("a roll is what was thrown, unless the turn ended after it", () => {
  expect(thrown(told(KEEPS, { ...ROLLS, rolled: [4, 2] }))).toEqual([4, 2]);
  expect(thrown(told(ROLLS, SCORES))).toBeNull();
  expect(thrown([])).toBeNull();
});

it("dice are taken away once each", () => {
  expect(without([1, 1, 2], [1, 3])).toEqual([1, 2]);
});

describe("what stays in view", () => {
  it("a filled box with the dice that filled it", () => {
    const notes = told({ kind: "scores", seat: 1, box: "fat_cat", points: 25 });
    expect(filled(notes, laid([2, 2, 3, 3, 3]))).toEqual({
      seat: 1,
      box: "fat_cat",
      points: 25,
      dice: [2, 2, 3, 3, 3],
    });
  });

  it("a box that was crossed out brings nothing", () => {
    expect(filled(told({ kind: "scratches", seat: 0, box: "mouser" }), [])?.points).toBe(0);
  });

  it("nothing, if the notes contain a roll", () => {
    expect(filled(told({ kind: "rolls", seat: 0, rolled: [1], dice: [1] }), [])).toBeNull();
  });
});

describe("dice are set aside before a roll", () => {
  const before = laid([1, 3, 3, 5, 6]);
  const after = afterRoll(before, [2, 2, 3, 3, 4], [4, 2, 2]);

  it("with the faces they had", () => {
    const aside = setAside(before, after) ?? [];
    expect(faces(aside)).toEqual([1, 3, 3, 5, 6]);
    expect(kept(aside)).toEqual([false, true, true, false, false]);
  });

  it("but not twice", () => {
    expect(setAside(marked([1, 3, 3, 5, 6], [1, 2]), after)).toBeNull();
  });
});
