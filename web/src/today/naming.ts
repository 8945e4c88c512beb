import { seatName } from "../parts/levels";
import type { TodayGame } from "../wire";
import { has, row, w } from "../words/index.svelte";

/** What a result counts, in the unit of the game: "231 points". */
export function pointsWords(game: string, points: number): string {
  const own = `page.${game}.today.points`;
  return w(has(own) ? own : "page.today.points", { points: String(points).replace("-", "−"), count: Math.abs(points) });
}

/** Against whom, or on what, the challenge of today is played. */
export function challengeWords({ game, options, bots }: TodayGame): string {
  const own = `page.${game}.today`;
  if (has(own)) return w(own, options);
  const names = bots.map((level) => seatName({ kind: "bot", level, name: level }));
  return names.length ? w("page.today.against", { names: row(names) }) : w("page.today.alone");
}
