import { expect, it } from "vitest";
import { soundOf, soundsAround, turnedSince } from "./placed";
import { around } from "./spots";
import type { PlacePicture } from "./wire";

const place = (open: number, face_down = 5, shown_at = 0) => ({ open, face_down, shown_at }) as PlacePicture;

it("comes from the side where the card lies, higher from afar", () => {
  expect(soundOf({ x: 0, y: 100 }, place(1))).toEqual({ pan: -1, pitch: 262 });
  expect(soundOf({ x: 100, y: 0 }, place(1))).toEqual({ pan: 1, pitch: 784 });
});

it("knocks where no card lies", () => expect(soundOf({ x: 50, y: 50 }, place(0))).toEqual({ pan: 0, pitch: null }));

it("goes round clockwise from your place", () => {
  const sounds = soundsAround(around([0, 1, 2], 1), [place(1), place(1), place(0)]);
  expect(sounds.map(({ pan, pitch }) => [pan, pitch !== null])).toEqual([
    [0, true],
    [-1, false],
    [1, true],
  ]);
});

it("knows where a card was turned, with a clock and without", () => {
  expect(turnedSince([place(0), place(1)], [place(1, 4), place(1)])).toEqual([0]);
  expect(turnedSince([place(1), place(1)], [place(1), place(2, 4, 900)])).toEqual([1]);
});
