import type { Award } from "./tricks";
import type { PilePicture, Picture } from "./wire";

/** What a round brought somebody. */
export interface Tally {
  seat: number;
  /** The tokens won in it, in their order. */
  tokens: string[];
  /** The change in the points of the pile; null: nobody here saw how it began. */
  gained: number | null;
  pile: PilePicture;
}

/** What the round brought everybody, the best pile first. `earlier` is the view before its last trick was won. */
export function tallies(
  earlier: Picture,
  last: Award | null,
  piles: PilePicture[],
  began: PilePicture[] | null,
): Tally[] {
  const awards = [...earlier.tricks.map(({ winner, token }) => ({ seat: winner, token })), ...(last ? [last] : [])];
  return piles
    .map((pile, seat) => ({
      seat,
      tokens: awards.filter((each) => each.seat === seat).map(({ token }) => token),
      gained: began ? pile.total - (began[seat]?.total ?? 0) : null,
      pile,
    }))
    .toSorted((one, other) => other.pile.total - one.pile.total);
}
