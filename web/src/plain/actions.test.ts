import { expect, it } from "vitest";
import { grouped, plainLabel } from "./actions";

it("says an action as its notation does", () => expect(plainLabel("keep 3 3 5")).toBe("Keep 3 3 5"));

it("shows few actions in one row", () => expect(grouped(["hold", "roll"])).toEqual([["", ["hold", "roll"]]]));

it("shows many actions by their kind", () => {
  const takes = [1, 2, 3, 4, 5, 6, 7, 8].map((count) => `take ${count}`);
  expect(grouped([...takes, "pass"])).toEqual([
    ["take", takes],
    ["pass", ["pass"]],
  ]);
});

it("makes no groups of one", () => {
  const letters = "abcdefghij".split("");
  expect(grouped(letters)).toEqual([["", letters]]);
});
