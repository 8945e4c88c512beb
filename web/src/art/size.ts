/** How large a drawing is: pixels, or a length of CSS such as `2rem` or `var(--face)`. */
export type Size = number | string;

export function cssLength(size: Size): string {
  return typeof size === "number" ? `${size}px` : size;
}
