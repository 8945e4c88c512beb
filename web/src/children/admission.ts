import type { CodeFound } from "../wire";

/** How often a room is looked at: a class of thirty behind one address asks eight times a second. */
export const LOOK_MILLIS = 4000;

/** A device that knows the code of a room alone, at its door: it shows its number and is let in with its ticket. */
export interface Place {
  ticket: string;
  number: number;
}

/** The place as the fragment of an address, so that it outlasts loading the page again. */
export function waitingPlace({ ticket, number }: Pick<CodeFound, "ticket" | "number">): string {
  return `w=${number}.${ticket}`;
}

/** The place in a fragment; null: there is none. */
export function placeIn(fragment: string): Place | null {
  const [, number, ticket] = /^#?w=(\d+)\.([\w-]+)$/.exec(fragment) ?? [];
  return ticket ? { ticket, number: Number(number) } : null;
}
