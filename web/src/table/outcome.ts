import type { GameModule } from "../games/board";
import { MINUS } from "../words/format";
import type { Update } from "../wire";
import { row, w } from "../words/index.svelte";

/** Who won, in words; `you` is the seat of the one who reads it, if there is only one. */
export function outcome({ winners }: Update, names: string[], you?: number): string {
  if (names.length === 1) return w("page.result.alone");
  if (winners.length === 1 && winners[0] === you) return w("page.result.you");
  const key = winners.length === 1 ? "page.result.one" : "page.result.several";
  return w(key, { names: row(winners.map((seat) => names[seat] ?? "")) });
}

/** All seats with what they reached, best first. */
export function places({ scores, view }: Update, names: string[], module: GameModule) {
  return names
    .map((name, seat) => ({ name, seat, points: scores?.[seat] ?? 0 }))
    .toSorted((a, b) => b.points - a.points)
    .map(({ points, ...place }) => ({
      ...place,
      points,
      reached: module.result?.(view, place.seat, points) ?? String(points).replace("-", MINUS),
    }));
}
