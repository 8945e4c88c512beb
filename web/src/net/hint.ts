import type { Told, Update } from "../wire";

/** What a seat could do when it asked for a hint. */
export interface Question {
  id: number;
  seat: number;
  legal: string[];
}

/** Is a question still the one that the seat has to answer? What the others do in the meantime changes nothing. */
export function stands({ seat, legal }: Question, update: Update, fresh: Told[]): boolean {
  const moved = fresh.some(({ note }) => note.seat === seat);
  const same = legal.length === update.legal.length && legal.every((action, i) => action === update.legal[i]);
  return !moved && same && update.awaiting.includes(seat);
}
