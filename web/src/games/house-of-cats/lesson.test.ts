import { expect, it } from "vitest";
import { astray, reached } from "../../table/lesson.svelte";
import type { Update } from "../../wire";
import lesson from "./lesson";

const update = (entries: string[], legal: string[]): Update =>
  ({
    view: { number: 1, viewer: 0, houses: [], turn: { left: 2, task: null, house: { entries, rooms: [], cats: 0 } } },
    legal,
    over: false,
  }) as unknown as Update;

it("goes on with the mouse in its place", () => {
  const seen = update(["mouse"], ["place 2 D3", "back"]);
  expect(reached(lesson, 0, seen)).toBe(1);
  expect(astray(lesson, 1, seen)).toBe(false);
});

it("says so when somebody puts the mouse elsewhere", () => {
  expect(astray(lesson, 1, update(["mouse"], ["place 2 A1", "back"]))).toBe(true);
});

it("says nothing while others are to act", () => {
  expect(astray(lesson, 1, update(["mouse"], []))).toBe(false);
});

it("leaves free choices free", () => {
  const second = lesson.steps.findIndex((step) => step.key === "second");
  expect(astray(lesson, second, update(["mouse"], ["place 4 A1"]))).toBe(false);
});
