/** The font size of a name on a card 100 units wide: long names get smaller letters, so that every language fits. */
export function nameSize(name: string): number {
  return name.length > 7 ? Math.min(15, 130 / name.length) : 20;
}
