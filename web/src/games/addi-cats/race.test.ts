import { describe, expect, it } from "vitest";
import { NOTHING, followed, mood, soundsOf, span, worth } from "./race";
import type { CardPicture, Note, Picture } from "./wire";

const addition = (first: number, second: number): CardPicture => ({
  kind: "addition",
  text: `${first}+${second}`,
  numbers: [first, second],
});
const told = (...notes: Note[]) => notes.map((note) => ({ event: 1, note }));

function view(tops: CardPicture[], changes: Partial<Picture> = {}): Picture {
  const places = tops.map((card, owner) => ({ owner, face_down: 3, open: 1, top: [card], shown_at: 0 }));
  return { phase: "look", places, hits: [], verdict: [], ...changes } as unknown as Picture;
}

const CORRECTION = {
  total: 11,
  additions: [
    [1, 10],
    [10, 1],
  ] as [number, number][],
};
const WON: Note = { kind: "wins_equality", seat: 1, seats: [0], cards: 2, total: 11, proof: "" };
const GREEDY: Note = { kind: "greedy", seat: 0, cards: 2, reason: "nothing_equal" };

describe("the last race", () => {
  it("has one Correction card for a sum that was equal twice since the last turn", () => {
    const verdict = [WON, { ...WON, seat: 3 }].map((note) => ({ note, correction: CORRECTION }));
    expect(followed(NOTHING, 1, view([], { verdict }), told(WON)).last?.corrections).toEqual([CORRECTION]);
    expect(followed(NOTHING, 1, view([], { verdict }), []).last?.corrections).toEqual([CORRECTION]);
  });

  it("is remembered with what lay open, the hits and the verdict", () => {
    let memory = followed(
      NOTHING,
      1,
      view([addition(3, 8), addition(5, 6)]),
      told({ kind: "turns", seat: 1, card: "5+6" }),
    );
    memory = followed(
      memory,
      2,
      view([addition(3, 8), addition(5, 6)]),
      told({ kind: "hits", seat: 1, part: "head", after: 723 }),
    );
    memory = followed(memory, 3, view([], { verdict: [{ note: WON, correction: CORRECTION }] }), told(WON));
    expect(memory.last?.hits).toEqual([{ seat: 1, part: "head", after: 723 }]);
    expect(memory.last?.open.map((lay) => lay.card.text)).toEqual(["3+8", "5+6"]);
    expect(memory.last?.corrections).toEqual([CORRECTION]);
    expect(memory.hits).toEqual([]);
  });

  it("stays until the next one is judged", () => {
    let memory = followed({ ...NOTHING, version: 0 }, 1, view([]), told(WON));
    memory = followed(memory, 2, view([addition(1, 1)]), told({ kind: "turns", seat: 0, card: "1+1" }));
    expect(memory.last?.verdict).toEqual([WON]);
    expect(followed(memory, 3, view([addition(1, 1)]), []).last?.verdict).toEqual([WON]);
  });

  it("also sounds late hits", () => {
    let memory = followed(NOTHING, 1, view([]), told(WON));
    memory = followed(memory, 2, view([]), told({ kind: "late", seat: 0 }));
    expect(memory.last?.verdict.map((note) => note.kind)).toEqual(["wins_equality", "late"]);
  });

  it("is what the view says after a jump", () => {
    const memory = followed(NOTHING, 9, view([], { verdict: [{ note: WON, correction: CORRECTION }] }), []);
    expect(memory.last).toEqual({ hits: [], open: [], verdict: [WON], corrections: [CORRECTION] });
    expect(followed(memory, 4, view([]), []).last).toBeNull();
  });

  it("is not played twice for the same version", () => {
    const memory = followed(NOTHING, 1, view([]), told({ kind: "hits", seat: 1, part: "head", after: 5 }));
    expect(followed(memory, 1, view([]), told({ kind: "hits", seat: 1, part: "head", after: 5 }))).toBe(memory);
  });
});

describe("what is shown of it", () => {
  it("adds up cards", () => {
    expect(worth(addition(3, 8))).toBe(11);
    expect(worth({ kind: "action", text: "trap", numbers: [] })).toBeNull();
  });

  it("leaves room beside the last hit", () => {
    expect(span([{ seat: 0, part: "head", after: 2000 }])).toBe(2300);
    expect(span([])).toBe(1000);
  });

  it("knows good news from bad", () => {
    expect([mood(WON), mood(GREEDY), mood({ kind: "late", seat: 1 })]).toEqual(["good", "bad", "plain"]);
  });
});

it("sounds like the cards, the hands of others and your verdict", () => {
  const hits: Note = { kind: "hits", seat: 1, part: "head", after: 723 };
  expect(soundsOf(told({ kind: "turns", seat: 0, card: "5+6" }, hits), 0)).toEqual(["card", "hit"]);
  expect(soundsOf(told(hits, WON), 1)).toEqual(["good"]);
  expect(soundsOf(told(hits, WON, GREEDY), 0)).toEqual(["hit", "bad"]);
});
