// The last race, followed from update to update: what lay open, who hit when, and how it was judged.
import type { Sound } from "../../sounds";
import type { ToldNote } from "../board";
import type { CardPicture, Correction, HitPicture, Note, Picture } from "./wire";

/** A card that lay on top, and whose it was. */
export interface Lay {
  owner: number;
  card: CardPicture;
}
export interface Race {
  hits: HitPicture[];
  open: Lay[];
  verdict: Note[];
  corrections: Correction[];
}
export interface Memory {
  version: number;
  /** Hands on the mouse that are not judged yet. */
  hits: HitPicture[];
  /** What lay open at the version. */
  open: Lay[];
  last: Race | null;
}

export const NOTHING: Memory = { version: -1, hits: [], open: [], last: null };

type Kinds = ReadonlySet<Note["kind"]>;

const JUDGED: Kinds = new Set([
  "wins_equality",
  "wins_from_outside",
  "wins_sumo",
  "greedy",
  "leads_chase",
  "last_in_chase",
  "nobody_chases",
  "trapped",
  "escapes_trap",
]);

const GOOD: Kinds = new Set(["wins_equality", "wins_from_outside", "wins_sumo", "leads_chase", "escapes_trap"]);
const BAD: Kinds = new Set(["greedy", "last_in_chase", "trapped"]);

/** What we know after an update. After a jump, which comes without notes, only what the view itself says. */
export function followed(before: Memory, version: number, view: Picture, notes: ToldNote<Note>[]): Memory {
  if (version === before.version) return before;
  const open = opened(view);
  const told = notes.map((each) => each.note);
  if (!told.length)
    return { version, hits: view.hits, open, last: version === before.version + 1 ? before.last : fromView(view) };
  const hits = [...before.hits, ...told.flatMap(asHit)];
  const verdict = told.filter((note) => JUDGED.has(note.kind) || note.kind === "same_moment");
  if (!verdict.some((note) => JUDGED.has(note.kind))) return { version, hits, open, last: late(before.last, told) };
  return {
    version,
    hits: [],
    open,
    last: { hits, open: before.open, verdict, corrections: corrections(view, verdict) },
  };
}

function asHit(note: Note): HitPicture[] {
  return note.kind === "hits" ? [{ seat: note.seat, part: note.part, after: note.after }] : [];
}

function opened(view: Picture): Lay[] {
  return view.places.flatMap((place) => place.top.slice(-1).map((card) => ({ owner: place.owner, card })));
}

/** The Correction cards of these notes, each once: the same sum may have been equal twice since the last turn. */
function corrections(view: Picture, verdict: Note[]): Correction[] {
  const totals = new Set(verdict.flatMap((note) => ("total" in note ? [note.total] : [])));
  const cards = view.verdict.flatMap(({ correction }) => (correction ? [correction] : []));
  return [...totals].flatMap((total) => cards.find((card) => card.total === total) ?? []);
}

function fromView(view: Picture): Race | null {
  if (!view.verdict.length) return null;
  const verdict = view.verdict.map((each) => each.note);
  return { hits: [], open: [], verdict, corrections: corrections(view, verdict) };
}

/** Who comes late belongs to the race that is over. */
function late(last: Race | null, told: Note[]): Race | null {
  const found = told.filter((note) => note.kind === "late");
  return last && found.length ? { ...last, verdict: [...last.verdict, ...found] } : last;
}

/** What a card comes to, for explaining it afterwards; an Action card has no sum. */
export function worth(card: CardPicture): number | null {
  return card.numbers.length ? card.numbers.reduce((sum, number) => sum + number, 0) : null;
}

/** How long the bar of a race is: all hits with some room to the right, and never less than a second. */
export function span(hits: HitPicture[]): number {
  return Math.max(1000, Math.ceil((Math.max(0, ...hits.map((hit) => hit.after)) * 1.15) / 100) * 100);
}

/** Whether a note about somebody is good or bad news for them. */
export function mood({ kind }: Note): "good" | "bad" | "plain" {
  return GOOD.has(kind) ? "good" : BAD.has(kind) ? "bad" : "plain";
}

/** Whom a note is about, if it is about one seat. */
export function about(note: Note): number | undefined {
  return "seat" in note ? note.seat : undefined;
}

/** What is heard when these notes come: a card, the hands of others, and what became of your own. */
export function soundsOf(notes: ToldNote<Note>[], seat: number | null): Sound[] {
  const told = notes.map((each) => each.note);
  const sounds: Sound[] = [];
  if (told.some(({ kind }) => kind === "turns" || kind === "turns_at_last")) sounds.push("card");
  if (told.some((note) => note.kind === "hits" && note.seat !== seat)) sounds.push("hit");
  const own = told.find((note) => about(note) === seat && mood(note) !== "plain");
  if (own) sounds.push(mood(own) === "good" ? "good" : "bad");
  return sounds;
}
