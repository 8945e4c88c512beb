// The boxes of a Yatzy sheet, and what five dice can give in each.

export const UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"] as const;
export const LOWER = [
  "three_kind",
  "four_kind",
  "fat_cat",
  "small_hairball",
  "large_furball",
  "mouser",
  "nine_lives",
] as const;
export type Box = (typeof UPPER | typeof LOWER)[number];
export const BOXES: readonly Box[] = [...UPPER, ...LOWER];
const FIXED: Partial<Record<Box, number[]>> = {
  fat_cat: [25, 0],
  small_hairball: [30, 0],
  large_furball: [40, 0],
  mouser: [50, 0],
};

/** The upper boxes bring a bonus from this sum on. */
export const BONUS = 35;
export const BONUS_FROM = 63;

/** What can be chosen for a box; nothing for those that hold the sum of the dice. */
export function choices(box: Box): number[] {
  const face = UPPER.findIndex((each) => each === box) + 1;
  return FIXED[box] ?? (face ? [0, 1, 2, 3, 4, 5].map((count) => count * face) : []);
}

/** The sum of five dice, or nothing. */
export function inSumBox(value: number): boolean {
  return value === 0 || (Number.isInteger(value) && value >= 5 && value <= 30);
}

/** A column that was kept, without what five dice cannot give. */
export function readable(column: (number | null)[]): (number | null)[] {
  return column.map((value, i) => {
    const box = BOXES[i];
    const offered = box ? choices(box) : [];
    const fits = value !== null && (offered.length ? offered.includes(value) : inSumBox(value));
    return fits ? value : null;
  });
}
