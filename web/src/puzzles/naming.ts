import { has, w } from "../words/index.svelte";

/** A sentence of the game, if it has one of this kind, or else the common one. */
export function own(game: string, key: string, values: Record<string, unknown> = {}): string {
  const key_of_game = `page.${game}.puzzles.${key}`;
  return w(has(key_of_game) ? key_of_game : `page.puzzles.${key}`, values);
}

export const question = (game: string): string => own(game, "question");

/** Choices that are offered as they are have letters. */
export const letter = (place: number): string => String.fromCharCode(65 + place);
