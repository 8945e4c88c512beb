import { beforeAll, expect, it, vi } from "vitest";
import { speak } from "../words/index.svelte";
import { actionWords } from "./actions";
import { labelOf, linesOf, valueOf } from "./outline";

beforeAll(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await speak("de");
});

const line = { label: "Turn total", value: "7", lines: [], seat: null, name: "turn_total", flag: null };

it("says labels and values as the code does where a game has no words", () => {
  expect([labelOf("pig", line), valueOf("pig", line), actionWords("pig", "hold")]).toEqual(["Turn total", "7", "Hold"]);
});

it("says yes and no in the language of the page", () => {
  expect([true, false].map((flag) => valueOf("pig", { ...line, flag }))).toEqual(["ja", "nein"]);
});

it("shows the outline that the server sends", () => {
  const lines = [{ label: "Target", value: "100", lines: [], seat: null, name: "target", flag: null }];
  expect(linesOf({ generic: true, outline: lines })).toBe(lines);
});

it("shows the fields of a picture that was made for another page", () => {
  const lines = linesOf({ turn_total: 4, dice: [1, 6], sheets: [{ total: 3 }] });
  expect(lines.map(({ label, value }) => [label, value])).toEqual([
    ["Turn total", "4"],
    ["Dice", "1 6"],
    ["Sheets", ""],
  ]);
  expect(lines[2]?.lines[0]).toMatchObject({ label: "1", lines: [{ label: "Total", value: "3" }] });
});
