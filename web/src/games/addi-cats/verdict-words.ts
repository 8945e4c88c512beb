// A verdict in words.

import { optional, row, say, w } from "../../words/index.svelte";
import { tooEarly } from "./feedback";
import { about, mood, type Lay } from "./race";
import type { CardPicture, Note } from "./wire";

export const SIGNS = { good: "✓", bad: "✗", plain: "•" };

/** The story's own words; where it lists all additions, the Correction card does so instead. */
export function told(note: Note, names: string[], seat: number | null, open: Lay[] = []): string {
  const early = tooEarly(note, open, names, seat);
  if (early) return early;
  if (!("proof" in note) || !note.proof) return say("addi-cats", note, names, seat);
  return w(`page.addi-cats.note.${note.kind}${note.seat === seat ? ".you" : ""}`, {
    ...note,
    seat: names[note.seat],
    seats: row(note.seats.map((other) => names[other] ?? "")),
  });
}

/** An Action card has a name, every other one its numbers. */
export function cardName({ kind, text }: CardPicture): string {
  return (kind === "action" && optional(`addi-cats.card.${text}`)) || text;
}

/** What matters most in a verdict: what is about the viewer, or else good or bad news. */
export function foremost(verdict: Note[], seat: number | null): Note | undefined {
  const news = verdict.filter((note) => mood(note) !== "plain");
  return news.find((note) => seat !== null && about(note) === seat) ?? news[0] ?? verdict[0];
}
