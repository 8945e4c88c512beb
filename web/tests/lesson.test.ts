import { expect, test } from "vitest";
import type { Lesson } from "../src/games/lesson";
import { reached } from "../src/table/lesson.svelte";
import type { Update } from "../src/wire";

const lesson = {
  lesson: "x",
  options: {},
  seats: [],
  steps: [1, 2, 3].map((events) => ({ key: `s${events}`, until: (update: Update) => update.events >= events })),
} as unknown as Lesson;
const after = (events: number) => ({ events }) as Update;

test("a lesson goes on past every step that is over", () => {
  expect([0, 1, 2].map((events) => reached(lesson, 0, after(events)))).toEqual([0, 1, 2]);
});

test("the last step stays", () => {
  expect(reached(lesson, 0, after(9))).toBe(2);
});

test("a step that is behind us does not come back", () => {
  expect(reached(lesson, 2, after(0))).toBe(2);
});
