import { expect, test } from "vitest";
import { plainCount, plainRivals, resized, wantedSeats, type Choice } from "../src/new/seats";

const you: Choice = { kind: "you", level: "", name: "" };

test("seats as the server wants them", () => {
  const choices: Choice[] = [
    you,
    { kind: "open", level: "", name: "" },
    { kind: "bot", level: "lynx", name: "" },
    { kind: "here", level: "", name: " Bob " },
  ];
  expect(wantedSeats(choices, "Ann")).toEqual([
    { kind: "person", name: "Ann" },
    { kind: "open" },
    { kind: "bot", level: "lynx" },
    { kind: "person", name: "Bob" },
  ]);
});

test("another number of seats keeps those there are", () => {
  expect(resized([you], 3).map(({ kind }) => kind)).toEqual(["you", "open", "open"]);
  expect(resized(resized([you], 3), 1)).toEqual([you]);
});

test("a game that says nothing seats two, of middling strength", () => {
  expect([[1, 2, 3, 4], [3, 4], [1]].map((seats) => plainCount({ seats }))).toEqual([2, 3, 1]);
  expect(plainRivals({ seats: [2, 3], default_level: "middle" })).toEqual(["middle"]);
  expect(plainRivals({ seats: [1], default_level: "weak" })).toEqual([]);
});
