import { languages, names, rest } from "virtual:words/languages";
import { kept } from "../kept.svelte";
import { api } from "../net/api";
import type { Reason } from "../wire";
import type { Key } from "./keys";
import { listed, phrase, reasonWords, say as sayNote, type Catalogue, type Note } from "./say";

export type { Key };

let catalogue = $state.raw<Catalogue>({});
/** Games whose words are not part of the page: the server has them. */
let guests: string[] = [];
let current = $state("en");

/** The codes of all languages and what each calls itself, in the order of the names. */
export const LANGUAGES = Object.entries(names).sort(([, one], [, other]) => one.localeCompare(other));

/** The language of the page. */
export function language(): string {
  return current;
}

/** Whether a page was opened that says more than the first load brings. */
let more = false;

async function loaded(code: string): Promise<Catalogue> {
  const parts = (more ? [languages, rest] : [languages]).flatMap((each) => each[code]?.() ?? []);
  return Object.assign({}, ...(await Promise.all(parts)).map((part) => part.default)) as Catalogue;
}

let coming: Promise<void> | null = null;

/** Load the sentences that are not part of the first load. */
export function laterWords(): Promise<void> {
  coming ??= addRest().catch((error: unknown) => {
    more = false;
    coming = null;
    throw error;
  });
  return coming;
}

/**
 * A part of the web client that is loaded when it is needed, together with the sentences that only such parts use;
 * `words: false`: the sentences of the first load are enough for it.
 */
export function lazy<Part>(load: () => Promise<{ default: Part }>, { words = true } = {}): () => Promise<Part> {
  return async () => (await Promise.all([load(), words ? laterWords() : undefined]))[0].default;
}

async function addRest(): Promise<void> {
  more = true;
  const wanted = current;
  const words = await rest[wanted]?.();
  if (wanted === current) catalogue = { ...catalogue, ...words?.default };
}

/** Loads a language and shows the page in it. */
export async function speak(wanted: string): Promise<void> {
  const code = wanted in languages ? wanted : "en";
  catalogue = await loaded(code);
  current = code;
  document.documentElement.lang = current;
  hear(guests);
  remain(code);
}

/** Lets the service worker keep a language, so that it can be spoken without a network. */
function remain(code: string): void {
  if (!("serviceWorker" in navigator)) return;
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ type: "speak", language: code }));
}

/** From now on these games have words too, in every language that is spoken. */
export function guestWords(games: string[]): void {
  guests = games;
  hear(games);
}

/** Asks the server for the words of games. A game whose words do not come is called by its plain name. */
function hear(games: string[]): void {
  const spoken = current;
  for (const game of games)
    void api.words(game, spoken).then(
      (words) => {
        if (spoken === current) catalogue = { ...words, ...catalogue };
      },
      () => undefined,
    );
}

/** The language that was chosen here, or else the browser's first one that there is. */
export function preferred(): string {
  const wanted = [kept.language, ...navigator.languages.map((tag) => tag.split("-")[0] ?? "")];
  return wanted.find((tag) => tag in languages) ?? "en";
}

/** What follows a beginning in the keys that have it: `Ends<"page.phrase.">` is `"hello" | "thanks" | …`. */
export type Ends<Beginning extends string, Each = Key> = Each extends `${Beginning}${infer End}` ? End : never;

/** Words of the page: `w("page.home.title")`, with values for what stands in braces. */
export function w(key: Key, values: Record<string, unknown> = {}): string {
  return phrase(catalogue, key, values);
}

/** Whether there are words for a key that is made from what a server or a game of another package says. */
export function has(key: string): key is Key {
  return key in catalogue;
}

/** Words that there may be, such as those of a game of another package; undefined: there are none. */
export function optional(key: string, values: Record<string, unknown> = {}): string | undefined {
  return has(key) ? w(key, values) : undefined;
}

/** The sentence for a note of the story. */
export function say(game: string, note: Note, names: string[], viewer: number | null): string {
  return sayNote(catalogue, game, note, names, viewer);
}

/** Why the rules or options of a game refuse something, without a full stop. */
export function because(reason: Reason): string {
  return reasonWords(catalogue, reason);
}

/** Names in a row: "Ann, Bob and Cleo". */
export function row(parts: string[]): string {
  return listed(catalogue, parts);
}
