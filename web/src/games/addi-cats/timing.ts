// Honest times. What counts in a race is how long after *seeing* the picture somebody pressed. A picture is on the
// screen in the second frame after the page was changed: the first one paints it, the second one follows when it is
// shown. The press is the moment that the event itself carries, not the one when we get round to handling it.

/** What a stopwatch needs from the browser, so that tests can stand in for it. */
export interface Screen {
  frame(then: () => void): unknown;
  now(): number;
}

const BROWSER: Screen = { frame: (then) => requestAnimationFrame(then), now: () => performance.now() };

/** Events are stamped on the page's own clock; a stamp farther off than this is from another one. */
const PLAUSIBLE = 10_000;

export class Stopwatch {
  private version = Number.NaN;
  private shownAt: number | null = null;

  constructor(private readonly screen: Screen = BROWSER) {}

  /** The picture of this version stands in the page now; soon it can be seen. */
  applied(version: number): void {
    if (version === this.version) return;
    this.version = version;
    this.shownAt = null;
    this.screen.frame(() => this.screen.frame(() => this.seen(version)));
  }

  private seen(version: number): void {
    if (version === this.version && this.shownAt === null) this.shownAt = this.screen.now();
  }

  /** Whole milliseconds from showing this version to a press; 0 if it was pressed before it could be seen. */
  reaction(version: number, stamp: number): number {
    if (version !== this.version || this.shownAt === null) return 0;
    return Math.max(0, Math.round(this.pressed(stamp) - this.shownAt));
  }

  private pressed(stamp: number): number {
    const now = this.screen.now();
    return stamp > 0 && Math.abs(now - stamp) < PLAUSIBLE ? stamp : now;
  }
}

/** One press is one hit: a hand that bounces, or a touch that is reported twice, counts once. */
export class Hand {
  private version = Number.NaN;
  private stamp = Number.NEGATIVE_INFINITY;

  constructor(private readonly rest = 250) {}

  /** Whether a press counts; if so, it is taken. */
  press(version: number, stamp: number): boolean {
    if (version === this.version || stamp - this.stamp < this.rest) return false;
    this.version = version;
    this.stamp = stamp;
    return true;
  }

  /** The last press was not taken after all: the same picture may be pressed again. */
  lift(): void {
    this.version = Number.NaN;
  }
}
