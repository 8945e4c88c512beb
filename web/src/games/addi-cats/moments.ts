import type { ToldNote } from "../board";
import type { Note } from "./wire";

const WON: Note["kind"][] = ["wins_equality", "wins_from_outside", "wins_sumo", "leads_chase", "escapes_trap"];

/** How a seat did in the races of a match: wins, greedy hits, and the milliseconds of its fastest hit that won. */
export function momentsOf(story: ToldNote<Note>[], seat: number) {
  let first = 0;
  let greedy = 0;
  let best: number | null = null;
  let hit: number | null = null;
  for (const { note } of story) {
    if (!("seat" in note) || note.seat !== seat) continue;
    if (note.kind === "hits") hit = note.after;
    else if (note.kind === "greedy") greedy += 1;
    else if (WON.includes(note.kind)) {
      first += 1;
      if (hit !== null) best = Math.min(best ?? hit, hit);
    }
  }
  return { first, greedy, best };
}
