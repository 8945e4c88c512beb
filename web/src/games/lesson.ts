// A lesson: a real table with prepared dice and deals, and a text beside it, step by step.

import type { SeatWanted, Update } from "../wire";
import type { Ends } from "../words/index.svelte";

export interface LessonStep<Game extends string = string> {
  /** The words `page.<game>.lesson.<key>`. */
  key: Ends<`page.${Game}.lesson.`>;
  /** Whether the step is over. */
  until(update: Update): boolean;
  /** The action to mark. */
  suggest?: (update: Update) => string | undefined;
  /** Only what it suggests leads on within the turn. */
  strict?: boolean;
}

export interface Lesson<Game extends string = string> {
  /** The name of the prepared dice and deals. */
  lesson: string;
  options: Record<string, string>;
  seats: SeatWanted[];
  steps: LessonStep<Game>[];
  /** The lesson after this one. */
  next?: Lesson<Game>;
}
