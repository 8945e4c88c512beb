/** Whether somebody wants things to stay calm: then show the end of a movement at once. */
export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
