import type { PuzzleJudged, PuzzleWorth } from "../wire";

/** Choices that are shown at once. */
export const MOST = 6;

/** The best choices, with what was chosen here and in the match, in the order of their value. */
export function listed({ choices, action, played }: PuzzleJudged): PuzzleWorth[] {
  if (choices.length <= MOST) return choices;
  const named = choices.filter((each) => each.action === action || each.action === played);
  const shown = new Set([...named, ...choices.filter((each) => !named.includes(each)).slice(0, MOST - named.length)]);
  return choices.filter((each) => shown.has(each));
}
