import { expect, test } from "vitest";
import { continued } from "../src/net/story";

const told = (event: number) => ({ event, note: { kind: "rolls", event } });

test("new notes come after the old ones", () => {
  expect(continued([told(1), told(2)], [told(3)]).map(({ event }) => event)).toEqual([1, 2, 3]);
});

test("notes that are sent again replace the older ones", () => {
  expect(continued([told(1), told(2), told(3)], [told(2), told(3), told(4)]).map(({ event }) => event)).toEqual([
    1, 2, 3, 4,
  ]);
});

test("without news nothing changes", () => {
  const story = [told(1)];
  expect(continued(story, [])).toBe(story);
});
