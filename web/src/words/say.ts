import type { Reason } from "../wire";
import { format, MINUS, text, type Signs } from "./format";

export type Catalogue = Record<string, string>;
/** A note of the story as it travels: its kind, and values that depend on the kind. */
export type Note = { kind?: unknown; seat?: unknown };

/** A sentence by its key; a key that English lacks too is an error of ours, never an empty text. */
export function phrase(catalogue: Catalogue, key: string, values: Record<string, unknown> = {}): string {
  const sentence = catalogue[key];
  if (sentence === undefined) throw new Error(`there are no words for ${key}`);
  return format(sentence, values, signs(catalogue));
}

const SIGNS = new WeakMap<Catalogue, Signs>();

function signs(catalogue: Catalogue): Signs {
  const known = SIGNS.get(catalogue);
  if (known) return known;
  const made = {
    decimal: catalogue["number.decimal"] ?? ".",
    thousands: catalogue["number.thousands"] ?? ",",
    language: catalogue["language.tag"] ?? "en",
  };
  SIGNS.set(catalogue, made);
  return made;
}

/** The sentence for a note, in the second person if it is about the viewer; the mirror of `Words.say` in Python. */
export function say(catalogue: Catalogue, game: string, note: Note, names: string[], viewer: number | null): string {
  let key = kindKey(game, String(note.kind));
  if (!(key in catalogue)) key = kindKey("", String(note.kind)).slice(1); // the platform's words for a plain story
  if (!(key in catalogue)) return plainNote(catalogue, game, note, names);
  if (viewer !== null && note.seat === viewer && `${key}.you` in catalogue) key = `${key}.you`;
  const values = Object.entries(note).map(([name, value]) => [name, valueWords(catalogue, game, name, value, names)]);
  return phrase(catalogue, key, Object.fromEntries(values));
}

function valueWords(catalogue: Catalogue, game: string, name: string, value: unknown, names: string[]): string {
  if (name === "seat") return nameOf(names, value);
  if (name === "seats" && Array.isArray(value))
    return listed(
      catalogue,
      value.map((seat) => nameOf(names, seat)),
    );
  if (Array.isArray(value)) return several(catalogue, game, name, value);
  if (typeof value === "number" && !Number.isInteger(value)) return format("{value:.1f}", { value }, signs(catalogue));
  return word(catalogue, game, name, value);
}

/** Several values: listed if each has a word, otherwise one beside the other. */
function several(catalogue: Catalogue, game: string, name: string, parts: unknown[]): string {
  const called = parts.map((part) => word(catalogue, game, name, part));
  const named = parts.every((part) => wordFor(catalogue, game, name, part) !== undefined);
  return named ? listed(catalogue, called) : called.join(" ");
}

/** A note of a game that brings no words: its kind and its values, as they are called in the code. */
function plainNote(catalogue: Catalogue, game: string, note: Note, names: string[]): string {
  const spaced = (name: string) => name.replaceAll("_", " ");
  const { kind, ...values } = note as Record<string, unknown>;
  const said = Object.entries(values).map(([name, value]) => [name, valueWords(catalogue, game, name, value, names)]);
  const details = said.flatMap(([name = "", value]) => (name === "seat" ? [] : [`${spaced(name)} ${value}`]));
  const told = spaced(String(kind)) + (details.length ? ` (${details.join(", ")})` : "");
  const seat = Object.fromEntries(said).seat as string | undefined;
  return seat === undefined ? told.charAt(0).toUpperCase() + told.slice(1) : `${seat}: ${told}`;
}

/** Why something is refused, as the server's words if there is no sentence; the mirror of `Words.reason` in Python. */
export function reasonWords(catalogue: Catalogue, reason: Reason): string {
  if (!(reason.code in catalogue)) return reason.words;
  const game = reason.code.split(".refused.")[0] ?? "";
  const values = Object.entries(reason.values).map(([name, value]) => [name, given(catalogue, game, name, value)]);
  return phrase(catalogue, reason.code, Object.fromEntries(values));
}

function given(catalogue: Catalogue, game: string, name: string, value: Reason["values"][string]): string | number {
  if (typeof value === "number") return value;
  if (typeof value === "string") return word(catalogue, game, name, value);
  if (Array.isArray(value)) return value.map((part) => word(catalogue, game, name, part)).join(", ");
  return reasonWords(catalogue, value);
}

/** What the language calls a value, if it has a word for it; a number without one has the sign of the language. */
function word(catalogue: Catalogue, game: string, name: string, value: unknown): string {
  const plain = typeof value === "number" ? text(value).replace("-", MINUS) : text(value);
  return wordFor(catalogue, game, name, value) ?? plain;
}

/** The word `<game>.<field>.<value>`; `<game>.<field>.P*` is "pink {number}", for P1, P2 and so on. */
function wordFor(catalogue: Catalogue, game: string, name: string, value: unknown): string | undefined {
  const [, stem = "", number = ""] = /^(.*?)(\d*)$/s.exec(text(value)) ?? [];
  const exact = catalogue[`${game}.${name}.${text(value)}`];
  const key = `${game}.${name}.${stem}*`;
  return exact ?? (stem && number && key in catalogue ? phrase(catalogue, key, { number }) : undefined);
}

function nameOf(names: string[], seat: unknown): string {
  return names[seat as number] ?? text(seat);
}

/** Names in a row, as one says them. */
export function listed(catalogue: Catalogue, parts: string[]): string {
  if (parts.length < 2) return parts.join("");
  return phrase(catalogue, "list.last", { head: parts.slice(0, -1).join(", "), last: parts[parts.length - 1] });
}

/** The key of the sentence for a kind of note: `TakesBowl` and `takes_bowl` are the same kind. */
export function kindKey(game: string, kind: string): string {
  return `${game}.note.${kind.replace(/(?<!^)(?=[A-Z])/g, "_").toLowerCase()}`;
}
