import { optional, w, type Ends } from "../words/index.svelte";

/** A sentence of the game, if it has one of this kind, or else the common one. */
export function own(game: string, key: Ends<"page.puzzles.">, values: Record<string, unknown> = {}): string {
  return optional(`page.${game}.puzzles.${key}`, values) ?? w(`page.puzzles.${key}`, values);
}

export const question = (game: string): string => own(game, "question");

/** Choices that are offered as they are have letters. */
export const letter = (place: number): string => String.fromCharCode(65 + place);
