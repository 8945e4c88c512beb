import { languages, names, ofGames, rest } from "virtual:words/languages";
import { kept } from "../settings.svelte";
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

/** The parts of a language that were needed so far, and when each is there. */
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on the page follows it
const needed = new Map([[languages, Promise.resolve()]]);

async function read(parts: Iterable<typeof languages>, code: string): Promise<Catalogue> {
  const all = await Promise.all([...parts].flatMap((part) => part[code]?.() ?? []));
  return Object.assign({}, ...all.map((each) => each.default)) as Catalogue;
}

/** Adds a part to the sentences; one that does not come is loaded again when it is needed again. */
function need(part: typeof languages): Promise<void> {
  const known = needed.get(part);
  if (known) return known;
  const coming = add(part).catch((error: unknown) => {
    needed.delete(part);
    throw error;
  });
  needed.set(part, coming);
  return coming;
}

async function add(part: typeof languages): Promise<void> {
  const code = current;
  const words = await read([part], code);
  if (code !== current) return add(part);
  catalogue = { ...catalogue, ...words };
}

/** Loads the sentences that are not part of the first load. */
export async function laterWords(): Promise<void> {
  await Promise.all([rest, ...Object.values(ofGames)].map(need));
}

/** Loads the sentences that a game's table says. */
async function gameWords(game: string): Promise<void> {
  const part = ofGames[game];
  if (part) await need(part);
}

interface Needs {
  /** False: the sentences of the first load are enough. */
  words?: boolean;
  /** The game whose table this part belongs to: its sentences are enough. */
  game?: string;
}

/** A part of the web client that is loaded when it is needed, together with the sentences that it says. */
export function lazy<Part>(load: () => Promise<{ default: Part }>, needs: Needs = {}): () => Promise<Part> {
  const words = needs.game ? () => gameWords(needs.game as string) : needs.words === false ? undefined : laterWords;
  return async () => (await Promise.all([load(), words?.()]))[0].default;
}

/** Loads a language and shows the page in it. */
export async function speak(wanted: string): Promise<void> {
  const code = wanted in languages ? wanted : "en";
  catalogue = await read(needed.keys(), code);
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

/** Requests the words of games. A game without words is called by its plain name. */
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
