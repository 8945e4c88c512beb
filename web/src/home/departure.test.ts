import { expect, test } from "vitest";
import { leavingOf, type Leavable } from "./departure";

const table: Leavable = { id: "k", status: "running", host: true, others: true, watcher: false };

test.each([
  ["among people a running match is resigned", {}, "resign"],
  ["alone with bots it is removed", { others: false }, "remove"],
  ["before it begins the seat is given back", { status: "open" }, "leave"],
  ["afterwards it is only off the list", { status: "over" }, "forget"],
  ["a watcher has nothing to give up", { watcher: true }, "forget"],
] as const)("%s", (_, change, way) => {
  expect(leavingOf({ ...table, ...change })).toBe(way);
});
