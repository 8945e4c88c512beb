/** The steps at which the turn passes to others. While fate is asked nobody is awaited: that is no turn. */
export function turnsOf(steps: { awaiting: number[] }[]): number[] {
  let before: string | null = null;
  return steps.flatMap(({ awaiting }, place) => {
    if (!awaiting.length) return [];
    const passes = before !== null && before !== awaiting.join();
    before = awaiting.join();
    return passes ? [place] : [];
  });
}
