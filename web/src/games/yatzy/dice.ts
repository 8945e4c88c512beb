// Five places for dice. A die stays in its place while it lies or is kept, so that eyes and fingers find it again.
import type { ToldNote } from "../board";
import type { Note, ScoresNote } from "./wire";

export interface Die {
  face: number;
  kept: boolean;
  /** It was thrown by the roll that is shown. */
  rolled: boolean;
}

/** Dice as they lie, none of them kept. */
export function laid(dice: number[]): Die[] {
  return dice.map((face) => ({ face, kept: false, rolled: false }));
}

/** What remains of some dice when others are taken away, each once. */
export function without(dice: number[], taken: number[]): number[] {
  const left = [...dice];
  for (const face of taken) {
    const place = left.indexOf(face);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}

/** The faces that were thrown last, if these notes contain a roll and nothing ended the turn after it. */
export function thrown(notes: ToldNote<Note>[]): number[] | null {
  const last = notes
    .map(({ note }) => note)
    .findLast(({ kind }) => kind === "rolls" || kind === "scores" || kind === "scratches");
  return last?.kind === "rolls" ? last.rolled : null;
}

/** A box that was just filled, with the dice that filled it. */
export interface Filled {
  seat: number;
  box: ScoresNote["box"];
  points: number;
  dice: number[];
}

/** The box that was filled last, if these notes contain one. */
export function filled(notes: ToldNote<Note>[], dice: Die[]): Filled | null {
  const last = notes.map(({ note }) => note).findLast((note) => note.kind === "scores" || note.kind === "scratches");
  if (!last) return null;
  const points = last.kind === "scores" ? last.points : 0;
  return { seat: last.seat, box: last.box, points, dice: dice.map(({ face }) => face) };
}

/** The dice before a roll, with those set aside that stay; null: they lay aside already. */
export function setAside(before: Die[], after: Die[]): Die[] | null {
  const aside = before.map((die, place) => ({ ...die, kept: after[place]?.kept ?? false, rolled: false }));
  return aside.some((die, place) => die.kept !== before[place]?.kept) ? aside : null;
}

/** Where the dice lie after a roll: what was kept stays in its place, and stays kept. */
export function afterRoll(before: Die[], dice: number[], rolled: number[]): Die[] {
  if (rolled.length >= dice.length) return dice.map((face) => ({ face, kept: false, rolled: true }));
  const stay = without(dice, rolled);
  const places: (Die | null)[] = dice.map(() => null);
  const settle = (which: (die: Die) => boolean): void => {
    before.forEach((die, place) => {
      const at = stay.indexOf(die.face);
      if (places[place] || at < 0 || !which(die)) return;
      stay.splice(at, 1);
      places[place] = { face: die.face, kept: true, rolled: false };
    });
  };
  settle((die) => die.kept);
  settle(() => true);
  const fresh = [...rolled];
  return places.map((die) => {
    if (die) return die;
    const face = stay.shift();
    return face === undefined
      ? { face: fresh.shift() ?? 1, kept: false, rolled: true }
      : { face, kept: true, rolled: false };
  });
}

/** The action that keeps the marked dice and rolls the others. */
export function rollAction(dice: Die[]): string {
  const kept = dice
    .filter((die) => die.kept)
    .map((die) => die.face)
    .sort((a, b) => a - b);
  return kept.length ? `keep ${kept.join(" ")}` : "roll";
}

/** Which places an action would keep: equal dice are taken from the left. */
export function keptBy(action: string, dice: Die[]): boolean[] {
  const faces = action.startsWith("keep ") ? action.slice(5).split(" ").map(Number) : [];
  return dice.map((die) => {
    const at = faces.indexOf(die.face);
    if (at >= 0) faces.splice(at, 1);
    return at >= 0;
  });
}
