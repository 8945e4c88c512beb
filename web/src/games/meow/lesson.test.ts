import { expect, it } from "vitest";
import type { Update } from "../../wire";
import lesson, { advice } from "./lesson";
import type { Colour } from "./cards";
import type { Picture } from "./wire";

const card = (text: string) => ({
  card: text,
  colour: text.charAt(0) as Colour,
  rank: Number(text.slice(1)),
  legal: true,
  seat: 1,
});
const cards = (text: string) => text.split(" ").filter(Boolean).map(card);
const update = (hand: string, token: string, trick = ""): Update =>
  ({
    view: { hand: cards(hand), row: [token], trick: cards(trick), led: trick.charAt(0) || null, trump: "G", round: 1 },
    legal: hand.split(" ").map((each) => `play ${each}`),
    over: false,
  }) as unknown as Update;

it("advises to play high for a bowl and low for a fishbone", () => {
  expect(advice(update("B3 B16", "+6", "B9"))).toBe("play B16");
  expect(advice(update("B3 B16", "-6", "B9"))).toBe("play B3");
});

it("advises the 1 when it beats the 18", () => {
  expect(advice(update("B1 B16", "+3", "B18 B12"))).toBe("play B1");
});

it("advises a trump for what is wanted, and to throw high cards away for what is not", () => {
  expect(advice(update("P13 G4 G18", "fish", "B15"))).toBe("play G18");
  expect(advice(update("P5 P13 G18", "vase", "B15"))).toBe("play P13");
});

it("advises nothing while others play", () => {
  const waiting = update("P5", "+3");
  (waiting.view as Picture).hand.forEach((each) => (each.legal = false));
  expect(advice(waiting)).toBeUndefined();
});

it("takes a step for each card", () => {
  const steps = lesson.steps.map((step) => step.until(update("P1 P2 P3 P4 P5 P6", "vase")));
  expect(steps.slice(0, 4)).toEqual([true, true, true, false]);
});

it("leaves a step out that does not fit any more", () => {
  const one = lesson.steps.find((step) => step.key === "one");
  expect(one?.until(update("P1 P2 P3 P4 P5 P6 P7", "+3", "B18 B12"))).toBe(false);
  expect(one?.until(update("P1 P2 P3 P4 P5 P6 P7", "+3", "B9"))).toBe(true);
});
