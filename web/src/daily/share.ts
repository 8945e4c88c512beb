import type { Board } from "../wire";

/** The picture for each sign of a skill summary: a fish for a part without losses, a paw, a tangled ball of wool. */
export const SIGNS: Record<string, string> = { g: "🐟", f: "🐾", d: "🧶" };

export function signs(letters: string): string {
  return Array.from(letters, (letter) => SIGNS[letter] ?? "").join("");
}

export interface Shared {
  /** "Knucklebones · 16 November" */
  title: string;
  /** "231 points, place 3 of 12" */
  result: string;
  address: string;
}

/** A text with the result, without anything about the dice or cards. */
export function shareText(board: Pick<Board, "merit">, { title, result, address }: Shared): string {
  const row = board.merit ? signs(board.merit.signs) : "";
  return [title, result, row, address].filter(Boolean).join("\n");
}
