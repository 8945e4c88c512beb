import { expect, it } from "vitest";
import type { RaceEntry } from "../../wire";
import { explained, habits, hitRaces, takenOff } from "./ledger";

const entry = (changes: Partial<RaceEntry>): RaceEntry => ({
  seat: 0,
  action: "hit head",
  version: 1,
  reported: 700,
  elapsed: 760,
  allowance: 80,
  reaction: 700,
  arrival: 1,
  place: 1,
  bot: false,
  usual: 60,
  exceeded: false,
  delay: 0,
  ...changes,
});
const race = (...entries: RaceEntry[]) => ({ type: "race" as const, version: 1, held: 0, entries });

it("lists races with hits only, the newest first", () => {
  const races = [race(entry({})), race(entry({ action: "turn" })), race(entry({ seat: 1 }))];
  expect(hitRaces(races).map(({ race, number }) => [race.entries[0]?.seat, number])).toEqual([
    [1, 2],
    [0, 1],
  ]);
});

it("says what was taken off for the way", () => {
  expect(takenOff(entry({}))).toBe(60);
  expect(takenOff(entry({ bot: true, elapsed: 0 }))).toBe(0);
});

it("names presses that arrived later but were earlier", () => {
  const slowLine = entry({ seat: 1, arrival: 2, place: 1 });
  expect(explained(race(slowLine, entry({ arrival: 1, place: 2 })))).toEqual([{ key: "overtook", entry: slowLine }]);
});

it("says when the order is the order of arrival, or nobody else pressed", () => {
  expect(explained(race(entry({}), entry({ seat: 1, arrival: 2, place: 2 }))).map(({ key }) => key)).toEqual([
    "same_order",
  ]);
  expect(explained(race(entry({}))).map(({ key }) => key)).toEqual(["alone"]);
});

it("says when a time was missing or not believed", () => {
  const keys = (changes: Partial<RaceEntry>) => explained(race(entry(changes))).map(({ key }) => key);
  expect(keys({ reported: null, reaction: 760 })).toEqual(["alone", "unmeasured"]);
  expect(keys({ reported: 100, reaction: 720, exceeded: true })).toEqual(["alone", "not_believed"]);
  expect(keys({ reported: null, bot: true })).toEqual(["alone"]);
});

it("accepts a report that a screen explains", () => {
  expect(explained(race(entry({ reported: 670, reaction: 700 }))).map(({ key }) => key)).toEqual(["alone"]);
});

it("names those who claim too much in almost every race", () => {
  const cheat = entry({ seat: 1, exceeded: true });
  const races = (count: number) => Array.from({ length: count }, () => race(entry({}), cheat));
  expect(habits(races(4))).toEqual([]);
  expect(habits([...races(5), race(entry({ seat: 1 }))])).toEqual([{ seat: 1, count: 5, of: 6 }]);
  expect(habits([...races(5), race(entry({ seat: 1 })), race(entry({ seat: 1 }))])).toEqual([]);
});
