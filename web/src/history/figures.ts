import type { PlayedMatch, RatingChange } from "../wire";
import { groupBy } from "../ui/group-by";

export interface HabitSum {
  kind: string;
  times: number;
  loss: number;
}

export interface GameFigures {
  game: string;
  matches: PlayedMatch[];
  won: number;
  /** Own points; null: no match has a score. */
  best: number | null;
  average: number | null;
  /** Points lost by decisions per match; null: not known. */
  lost: number | null;
  /** The share of good decisions of each judged match, the oldest first. */
  right: { at: number; share: number }[];
  habits: HabitSum[];
  /** How the rating moved, the oldest first. */
  ratings: RatingChange[];
}

const mean = (all: number[]) => (all.length ? all.reduce((sum, each) => sum + each, 0) / all.length : null);
const MOST_HABITS = 3;

/** The figures of each game that was played, the one played most first. */
export function figures(all: readonly PlayedMatch[], ratings: readonly RatingChange[] = []): GameFigures[] {
  return [...groupBy(all, (each) => each.game)]
    .map(([game, matches]) =>
      ofGame(
        game,
        matches,
        ratings.filter((each) => each.game === game),
      ),
    )
    .toSorted((a, b) => b.matches.length - a.matches.length);
}

function ofGame(game: string, matches: PlayedMatch[], ratings: RatingChange[]): GameFigures {
  const points = matches.flatMap((each) => each.scores[each.seat] ?? []);
  const merits = matches.flatMap((each) => each.merit ?? []);
  return {
    game,
    matches,
    won: matches.filter((each) => each.won && each.names.length > 1).length,
    best: points.length ? Math.max(...points) : null,
    average: mean(points),
    lost: mean(merits.flatMap((each) => each.lost ?? [])),
    right: matches
      .flatMap((each) =>
        each.merit?.choices ? [{ at: each.ended, share: each.merit.right / each.merit.choices }] : [],
      )
      .toSorted((a, b) => a.at - b.at),
    habits: habits(matches),
    ratings,
  };
}

/** The dearest kinds of mistakes over all matches. */
function habits(matches: PlayedMatch[]): HabitSum[] {
  const sums = new Map<string, HabitSum>();
  for (const { kind, count, loss } of matches.flatMap((each) => each.merit?.habits ?? [])) {
    const sum = sums.get(kind) ?? { kind, times: 0, loss: 0 };
    sums.set(kind, { kind, times: sum.times + count, loss: sum.loss + loss });
  }
  return [...sums.values()].toSorted((a, b) => b.loss - a.loss || b.times - a.times).slice(0, MOST_HABITS);
}

/** For each value the mean of it and up to `span - 1` values before it. */
export function smoothed(values: readonly number[], span = 5): number[] {
  return values.map((_, i) => mean(values.slice(Math.max(0, i - span + 1), i + 1)) ?? 0);
}
