import { entryOf } from "../games";
import type { Lesson } from "../games/lesson";
import { missed } from "../ui/complain";
import type { TableInfo, Update } from "../wire";

/** Follows a lesson through the updates of its table: which step it is at, and what that step suggests. */
export class LessonGuide {
  lesson = $state.raw<Lesson | null>(null);
  step = $state(0);

  constructor(table: TableInfo) {
    const coming = table.lesson ? entryOf(table.game).lesson?.() : undefined;
    if (coming) void coming.then((found) => this.open(found, table.lesson), missed);
  }

  private open(first: Lesson, name: string): void {
    let found: Lesson | undefined = first;
    while (found && found.lesson !== name) found = found.next;
    this.lesson = found ?? null;
  }

  /** A new update: steps that are over are left behind; the last one stays. */
  see(update: Update): void {
    this.step = reached(this.lesson, this.step, update);
  }

  suggestion(update: Update): string {
    return this.lesson?.steps[this.step]?.suggest?.(update) ?? "";
  }
}

/** Whether somebody went another way, so that this step cannot be done any more in this turn. */
export function astray(lesson: Lesson, step: number, update: Update): boolean {
  const at = lesson.steps[step];
  return !!at?.strict && update.legal.length > 0 && !at.suggest?.(update);
}

export function reached(lesson: Lesson | null, step: number, update: Update): number {
  const steps = lesson?.steps ?? [];
  let at = step;
  while (at < steps.length - 1 && steps[at]?.until(update)) at += 1;
  return at;
}
