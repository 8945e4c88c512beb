// Which cards lie on the table: the trick that is played, or the last one until somebody leads again.
import type { ToldNote } from "../board";
import type { Note, Picture, PlayedPicture } from "./wire";

type Told = ToldNote<Note>;

export interface Shown {
  /** The same for as long as it is the same trick. */
  key: string;
  plays: PlayedPicture[];
  /** Who wins it, so far or for good. */
  winner: number | null;
  done: boolean;
}

/** The cards that the notes mention, in the order of play. */
export function playsIn(notes: Told[]): PlayedPicture[] {
  return notes.flatMap(({ note }) => {
    if (note.kind !== "leads" && note.kind !== "follows" && note.kind !== "cannot_follow") return [];
    const { seat, colour, rank } = note;
    return [{ seat, colour, rank, card: `${colour}${rank}` }];
  });
}

/**
 * The trick that ended a round, which the view no longer holds: what lay on the table before, and what the notes add.
 */
export function lastOfRound(before: Picture | null, view: Picture, notes: Told[]): Shown | null {
  const end = notes.findLastIndex(({ note }) => note.kind === "wins_trick");
  if (!before || end < 0 || view.tricks.length || view.trick.length) return null;
  const plays = [...before.trick, ...playsIn(notes.slice(0, end))].slice(-view.seats);
  return {
    key: trickKey(before.round, before.tricks.length),
    plays,
    winner: winner(notes),
    done: true,
  };
}

export function shownTrick(view: Picture, ended: Shown | null): Shown {
  const number = view.tricks.length;
  const last = view.tricks[number - 1];
  if (view.trick.length)
    return { key: trickKey(view.round, number), plays: view.trick, winner: view.winning, done: false };
  if (last) return { key: trickKey(view.round, number - 1), plays: last.plays, winner: last.winner, done: true };
  return ended ?? { key: trickKey(view.round, 0), plays: [], winner: null, done: false };
}

/** The winner of the last trick in these notes. */
function winner(notes: Told[]): number | null {
  return notes.reduce<number | null>((seat, { note }) => (note.kind === "wins_trick" ? note.seat : seat), null);
}

function trickKey(round: number, number: number): string {
  return `${round}/${number}`;
}

/** A token and its winner. */
export interface Award {
  seat: number;
  token: string;
}

/** What the last trick of the round has brought. */
export function wonLast(view: Picture): Award | null {
  const last = view.tricks.at(-1);
  return last ? { seat: last.winner, token: last.token } : null;
}

/** The token that was won last by these notes, and by whom. */
export function won(before: Picture | null, notes: Told[]): Award | null {
  const seat = winner(notes);
  const token = before?.row[0];
  return seat !== null && token ? { seat, token } : null;
}
