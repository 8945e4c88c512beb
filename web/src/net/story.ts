import type { Told } from "../wire";

/** The story with new notes: notes that are sent again, or were taken back, replace the older ones. */
export function continued(story: Told[], notes: Told[]): Told[] {
  const first = notes[0];
  if (!first) return story;
  const earlier = story.filter((told) => told.event < first.event);
  return [...earlier, ...notes];
}
