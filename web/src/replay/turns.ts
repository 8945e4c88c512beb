/** The steps at which the turn passes to others. While chance is expected no seat is, so that is not a turn. */
export function turnsOf(steps: { awaiting: number[] }[]): number[] {
  let before: string | null = null;
  return steps.flatMap(({ awaiting }, place) => {
    if (!awaiting.length) return [];
    const passes = before !== null && before !== awaiting.join();
    before = awaiting.join();
    return passes ? [place] : [];
  });
}
