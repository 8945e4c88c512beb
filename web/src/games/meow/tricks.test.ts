import { describe, expect, it } from "vitest";
import type { ToldNote } from "../board";
import { places } from "./places";
import { lastOfRound, playsIn, shownTrick, won } from "./tricks";
import type { Colour } from "./cards";
import type { Note, Picture, PlayedPicture } from "./wire";

const played = (seat: number, colour: Colour, rank: number): PlayedPicture => ({
  seat,
  colour,
  rank,
  card: `${colour}${rank}`,
});
const told = (...notes: Note[]): ToldNote<Note>[] => notes.map((note) => ({ event: 1, note }));
const view = (over: Partial<Picture>): Picture => ({
  seats: 2,
  hand: [],
  trick: [],
  led: null,
  leader: null,
  turn: 0,
  winning: null,
  trump: "G",
  holder: 0,
  row: ["+5"],
  box: [],
  tricks: [],
  voids: [[], []],
  cards_left: [9, 9],
  round: 1,
  rounds: 3,
  piles: [],
  removed: [],
  over: false,
  ...over,
});

describe("the trick on the table", () => {
  it("is the one that is played", () => {
    const shown = shownTrick(view({ trick: [played(1, "P", 3)], winning: 1 }), null);
    expect(shown).toMatchObject({ winner: 1, done: false });
  });

  it("stays when it is over, under the same key, until somebody leads", () => {
    const trick = { plays: [played(1, "P", 3), played(0, "P", 9)], winner: 0, token: "+5", one_beat_eighteen: false };
    const during = shownTrick(view({ trick: [played(1, "P", 3)] }), null);
    const after = shownTrick(view({ tricks: [trick] }), null);
    expect(after).toMatchObject({ key: during.key, winner: 0, done: true });
  });

  it("is remembered across the end of a round", () => {
    const before = view({ trick: [played(1, "P", 3)], round: 1 });
    const notes = told(
      { kind: "follows", seat: 0, colour: "P", rank: 9 },
      { kind: "wins_trick", seat: 0, colour: "P", rank: 9 },
      { kind: "lays_row", round: 2, row: [] },
    );
    const ended = lastOfRound(before, view({ round: 2 }), notes);
    expect(ended?.plays.map((play) => play.card)).toEqual(["P3", "P9"]);
    expect(shownTrick(view({ round: 2 }), ended).winner).toBe(0);
  });
});

const WINS: Note = { kind: "wins_trick", seat: 1, colour: "P", rank: 3 };

describe("the contents of notes", () => {
  it("names the cards in the order of play", () => {
    expect(playsIn(told({ kind: "leads", seat: 1, colour: "G", rank: 7 }, { kind: "starts", seat: 0 }))).toEqual([
      played(1, "G", 7),
    ]);
  });

  it("gives the token that was at stake to the winner", () => {
    expect(won(view({ row: ["vase", "+1"] }), told(WINS))).toEqual({
      seat: 1,
      token: "vase",
    });
    expect(won(null, told(WINS))).toBeNull();
  });
});

describe("places", () => {
  it("seat everybody, the viewer at the near side and the next one to the left", () => {
    for (const seats of [2, 3, 4, 5, 6]) {
      const spots = places(seats, 1);
      expect(new Set(spots.map((spot) => `${spot.card.x} ${spot.card.y}`)).size).toBe(seats);
      expect(spots[1]?.card).toEqual({ x: 50, y: 76 });
      if (seats > 2) expect(spots[2]?.plate.x).toBeLessThan(50);
    }
  });

  it("keep every card off the plate of its seat where all plates lie on the table", () => {
    for (const seats of [2, 3, 4, 5, 6])
      for (const { plate, card } of places(seats, 1, true))
        expect(Math.max(Math.abs(plate.x - card.x), Math.abs(plate.y - card.y))).toBeGreaterThan(18);
  });
});
