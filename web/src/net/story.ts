import type { Told } from "../wire";

/** The story with new notes: what is told again, or was taken back, gives way to the newer telling. */
export function continued(story: Told[], notes: Told[]): Told[] {
  const first = notes[0];
  if (!first) return story;
  const earlier = story.filter((told) => told.event < first.event);
  return [...earlier, ...notes];
}
