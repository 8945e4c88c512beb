import { expect, it } from "vitest";
import { change, takeBack, type Undoable } from "./saved-pad.svelte";

it("takes back step by step to the beginning, and no further", () => {
  const pad: Undoable<string> = { now: "blank", past: [] };
  expect(change(pad, "one")).toBe(true);
  expect(change(pad, "one")).toBe(false);
  change(pad, "two");
  const seen = [0, 1, 2].map(() => (takeBack(pad), pad.now));
  expect(seen).toEqual(["one", "blank", "blank"]);
  expect(pad.past).toEqual([]);
});
