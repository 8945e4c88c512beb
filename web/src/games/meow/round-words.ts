import { row, w } from "../../words/index.svelte";
import { signed } from "./card-words";
import type { Picture } from "./wire";

/** How everybody stands after a round, the best first. */
export function roundWords(round: number, piles: Picture["piles"], names: string[]): string {
  const lines = piles
    .map(({ total }, who) => ({ total, name: names[who] ?? "" }))
    .toSorted((one, other) => other.total - one.total)
    .map(({ name, total }) => w("page.meow.round.place", { name, points: signed(total) }));
  return w("page.meow.round.over", { round, places: row(lines) });
}
