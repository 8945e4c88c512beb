import { seatName } from "../ui/levels";
import type { TodayGame } from "../wire";
import { optional, row, w } from "../words/index.svelte";

/** What a result counts, in the unit of the game: "231 points". */
export function pointsWords(game: string, points: number): string {
  const values = { points: String(points).replace("-", "−"), count: Math.abs(points) };
  return optional(`page.${game}.today.points`, values) ?? w("page.today.points", values);
}

/** Against whom, or on what, the challenge of today is played. */
export function challengeWords({ game, options, bots }: TodayGame): string {
  const own = optional(`page.${game}.today`, options);
  if (own) return own;
  const names = bots.map((level) => seatName({ kind: "bot", level, name: level }));
  return names.length ? w("page.today.against", { names: row(names) }) : w("page.today.alone");
}
