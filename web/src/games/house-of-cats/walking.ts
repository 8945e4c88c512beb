// Arrows over a grid that may have holes.

import type { SheetPicture } from "./wire";

const STEPS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The place that a key leads to from `from`; the same one if there is nothing that way. */
export function walk(sheet: SheetPicture, from: number, key: string): number {
  const here = sheet.spaces[from];
  if (!here) return 0;
  if (key === "Home" || key === "End") {
    const line = sheet.spaces.filter((space) => space.row === here.row);
    return sheet.spaces.indexOf((key === "Home" ? line[0] : line.at(-1)) ?? here);
  }
  const [right, down] = STEPS[key] ?? [0, 0];
  const ahead = sheet.spaces
    .map((space, place) => ({
      place,
      far: (space.column - here.column) * right + (space.row - here.row) * down,
      aside: Math.abs((space.column - here.column) * down) + Math.abs((space.row - here.row) * right),
    }))
    .filter((way) => way.far > 0)
    .sort((one, other) => one.aside * 10 + one.far - (other.aside * 10 + other.far));
  return ahead[0]?.place ?? from;
}

export function walks(key: string): boolean {
  return key in STEPS || key === "Home" || key === "End";
}
