import { Hand, Stopwatch } from "./timing";

/** Presses on the picture that is shown: which one counts, and how long after the picture it came. */
export class Presses {
  /** What was pressed on this picture, until the next one comes. */
  taken = $state("");
  private readonly stopwatch = new Stopwatch();
  private readonly hand = new Hand();

  /** The picture of this version stands in the page now. */
  shown(version: number): void {
    this.stopwatch.applied(version);
  }

  /** Takes a press, and says how many milliseconds it took; null: it does not count. */
  take(action: string, version: number, stamp: number): number | null {
    if (!this.hand.press(version, stamp)) return null;
    this.taken = action;
    return this.stopwatch.reaction(version, stamp);
  }

  /** The press came to nothing: the same picture may be pressed again. */
  release(): void {
    this.taken = "";
    this.hand.lift();
  }
}
