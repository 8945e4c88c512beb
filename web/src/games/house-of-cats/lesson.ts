// The first game: three turns on level 1 with a mouse, a room of 2s, a cat, and a room of 3s thanks to Stray.
//
// The prepared rolls are 2 2 4 mouse, then 3 3 5 cat, then 3 4 4 mouse.

import type { Update } from "../../wire";
import type { Lesson } from "../lesson";
import type { HousePicture, Picture } from "./wire";

const view = (update: Update) => update.view as Picture;
const turnPast = (update: Update, number: number) => update.over || view(update).number > number;

function house(update: Update): HousePicture | undefined {
  const { turn, houses, viewer } = view(update);
  return turn?.house ?? (viewer === null ? undefined : houses[viewer]);
}

const holds = (update: Update, symbol: string) => house(update)?.entries.includes(symbol) ?? false;
const rooms = (update: Update, number: string) =>
  house(update)?.rooms.filter((room) => room.number === number).length ?? 0;
const allWritten = (update: Update) => view(update).turn?.left === 0 && !view(update).turn?.task;

/** The first of these that may be done. */
const firstOf =
  (...wanted: string[]) =>
  (update: Update) =>
    wanted.find((action) => update.legal.includes(action));

const lesson: Lesson<"house-of-cats"> = {
  lesson: "first-67686",
  options: { level: "1", abilities: "A,B,C,D" },
  seats: [{ kind: "person" }, { kind: "bot", level: "kitten" }],
  steps: [
    {
      key: "welcome",
      until: (update) => turnPast(update, 1) || holds(update, "mouse"),
      suggest: firstOf("place mouse C3"),
      strict: true,
    },
    {
      key: "mouse",
      until: (update) => turnPast(update, 1) || holds(update, "2"),
      suggest: firstOf("place 2 D3"),
      strict: true,
    },
    {
      key: "room",
      until: (update) => turnPast(update, 1) || rooms(update, "2") > 0 || allWritten(update),
      suggest: firstOf("place 2 E3"),
      strict: true,
    },
    { key: "walls", until: (update) => turnPast(update, 1), suggest: firstOf("done") },
    {
      key: "together",
      until: (update) => turnPast(update, 2) || (house(update)?.cats ?? 0) > 0,
      suggest: firstOf("cat"),
    },
    {
      key: "threes",
      until: (update) => turnPast(update, 2) || allWritten(update),
      suggest: firstOf("place 3 A1", "place 3 A2"),
    },
    { key: "threes_done", until: (update) => turnPast(update, 2), suggest: firstOf("done") },
    {
      key: "stray",
      until: (update) => turnPast(update, 3) || rooms(update, "3") > 0 || allWritten(update),
      suggest: firstOf("use A 3 A3"),
      strict: true,
    },
    {
      key: "second",
      until: (update) => turnPast(update, 3) || allWritten(update),
      suggest: firstOf("place 4 D4", "place 4 E4"),
    },
    { key: "back", until: (update) => turnPast(update, 3), suggest: firstOf("done") },
    { key: "end", until: (update) => update.over },
  ],
};

export default lesson;
