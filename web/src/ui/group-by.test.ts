import { expect, test } from "vitest";
import { groupBy } from "./group-by";

test("groups and their members keep the order in which they come", () => {
  const groups = groupBy(["keep 1", "score aces", "keep 2"], (action) => action.split(" ")[0]);
  expect([...groups]).toEqual([
    ["keep", ["keep 1", "keep 2"]],
    ["score", ["score aces"]],
  ]);
});
