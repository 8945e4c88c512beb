import type { RatingChange } from "../wire";

/** A change with its sign: +0.4 or −1.2. */
export function signed(change: number): string {
  const shown = Math.abs(change).toFixed(1);
  return `${change < 0 && shown !== "0.0" ? "−" : "+"}${shown}`;
}

/** Half the width of the interval in which the true rating lies with 95 %. */
export function error95(change: Pick<RatingChange, "deviation">): number {
  return 2 * change.deviation;
}

export interface Band {
  rating: number;
  low: number;
  high: number;
}

/** The course of one rating with its uncertainty, and the range that shows all of it, in whole tens. */
export function course(changes: readonly RatingChange[]): { points: Band[]; bottom: number; top: number } {
  const points = changes.map((each) => ({
    rating: each.rating,
    low: each.rating - error95(each),
    high: each.rating + error95(each),
  }));
  const bottom = Math.floor(Math.min(...points.map((each) => each.low)) / 10) * 10;
  const top = Math.ceil(Math.max(...points.map((each) => each.high)) / 10) * 10;
  return { points, bottom, top: top > bottom ? top : bottom + 10 };
}
