import { describe, expect, it } from "vitest";
import { Hand, Stopwatch, type Screen } from "./timing";

/** A screen whose frames and clock we turn by hand. */
class Handmade implements Screen {
  time = 1000;
  private waiting: (() => void)[] = [];
  frame(then: () => void): void {
    this.waiting.push(then);
  }
  now(): number {
    return this.time;
  }
  next(time: number): void {
    this.time = time;
    const due = this.waiting;
    this.waiting = [];
    due.forEach((then) => then());
  }
}

function shown(version = 7): [Stopwatch, Handmade] {
  const screen = new Handmade();
  const watch = new Stopwatch(screen);
  watch.applied(version);
  screen.next(1016);
  screen.next(1033);
  return [watch, screen];
}

describe("a stopwatch", () => {
  it("starts in the second frame after the page was changed", () => {
    const [watch, screen] = shown();
    screen.time = 1500;
    expect(watch.reaction(7, 1433)).toBe(400);
  });

  it("takes the time of the press, not of its handling", () => {
    const [watch, screen] = shown();
    screen.time = 1933;
    expect(watch.reaction(7, 1333.4)).toBe(300);
  });

  it("says 0 for a press before the picture could be seen", () => {
    const screen = new Handmade();
    const watch = new Stopwatch(screen);
    watch.applied(7);
    screen.next(1016);
    expect(watch.reaction(7, 1015)).toBe(0);
    screen.next(1033);
    expect(watch.reaction(7, 1020)).toBe(0);
  });

  it("restarts with each version, and old frames do not disturb it", () => {
    const screen = new Handmade();
    const watch = new Stopwatch(screen);
    watch.applied(7);
    screen.next(1016);
    watch.applied(8);
    screen.next(1033);
    expect(watch.reaction(8, 1040)).toBe(0);
    screen.next(1050);
    expect(watch.reaction(8, 1150)).toBe(100);
    expect(watch.reaction(7, 1150)).toBe(0);
  });

  it("continues when the same version is sent again", () => {
    const [watch, screen] = shown();
    watch.applied(7);
    screen.next(1400);
    screen.next(1416);
    expect(watch.reaction(7, 1433)).toBe(400);
  });

  it("does not believe stamps of another clock", () => {
    const [watch, screen] = shown();
    screen.time = 1533;
    expect(watch.reaction(7, 1_790_000_000_000)).toBe(500);
    expect(watch.reaction(7, 0)).toBe(500);
  });
});

describe("a hand", () => {
  it("hits once per picture", () => {
    const hand = new Hand();
    expect(hand.press(7, 1000)).toBe(true);
    expect(hand.press(7, 1900)).toBe(false);
    expect(hand.press(8, 1900)).toBe(true);
  });

  it("does not bounce into the next picture", () => {
    const hand = new Hand();
    hand.press(7, 1000);
    expect(hand.press(8, 1100)).toBe(false);
    expect(hand.press(8, 1300)).toBe(true);
  });

  it("may hit again what was refused", () => {
    const hand = new Hand();
    hand.press(7, 1000);
    hand.lift();
    expect(hand.press(7, 1300)).toBe(true);
  });
});
