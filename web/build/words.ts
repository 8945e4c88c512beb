import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import loading from "../src/words/loading.json" with { type: "json" };

const SOURCE = fileURLToPath(new URL("../../src/purrlor/", import.meta.url));
const PLATFORM = `${SOURCE}words/`;
export const ENGLISH = "en";
const VIRTUAL = "virtual:words/";
const REST = "later/";
const OF_GAME = "games/";

/** The languages that there are: English, and each folder of translations. */
export function languages(): string[] {
  return [ENGLISH, ...readdirSync(PLATFORM).filter((name) => existsSync(`${PLATFORM}${name}/platform.json`))].sort();
}

/** The catalogue of a language without what only the command line says; in English where the language lacks it. */
export function catalogue(language: string): Record<string, string> {
  return withEnglish(sentences(language), sentences(ENGLISH));
}

/**
 * When the web client loads a sentence: with its first load, with the table of its game, later with the pages that need
 * it, or never.
 */
export type When = keyof typeof loading | "game";

/** The games that have words, by the names that their keys begin with. */
export const GAMES = readdirSync(`${SOURCE}games`)
  .filter((name) => existsSync(`${SOURCE}games/${name}/words`))
  .map((name) => name.replaceAll("_", "-"));

/** The beginnings of keys in src/words/loading.json, those that decide first: exact ones, then long ones. */
const RULES = Object.entries(loading)
  .flatMap(([when, beginnings]) => beginnings.map((beginning) => ({ when: when as When, parts: beginning.split(".") })))
  .sort((a, b) => stars(a.parts) - stars(b.parts) || b.parts.length - a.parts.length);

function stars(parts: string[]): number {
  return parts.filter((part) => part === "*").length;
}

/** When a key is loaded. `*` stands for any one part of it, such as a game; a dot at the end wants more parts. */
export function whenLoaded(key: string): When {
  const parts = key.split(".");
  const fits = (wanted: string[]) =>
    wanted.length <= parts.length && wanted.every((part, i) => part === "" || part === "*" || part === parts[i]);
  return RULES.find((rule) => fits(rule.parts))?.when ?? (gameOf(key) ? "game" : "first");
}

/** The game that a key is about: `meow.card` and `page.meow.again` are about MEOW. */
function gameOf(key: string): string | undefined {
  const parts = key.split(".");
  return GAMES.find((game) => game === (parts[0] === "page" ? parts[1] : parts[0]));
}

/** The part of a catalogue that is loaded at some time; `game`: only what is about this game. */
export function part(all: Record<string, string>, when: When, game?: string): Record<string, string> {
  const fits = (key: string) => whenLoaded(key) === when && (game === undefined || gameOf(key) === game);
  return Object.fromEntries(Object.entries(all).filter(([key]) => fits(key)));
}

/** All parts of a catalogue, by the names of their virtual modules without the language. */
export function parts(all: Record<string, string>): Record<string, Record<string, string>> {
  const ofGames = GAMES.map((game) => [`${OF_GAME}${game}/`, part(all, "game", game)]);
  return { "": part(all, "first"), [REST]: part(all, "later"), ...Object.fromEntries(ofGames) };
}

/** What each language calls itself. */
export function languageNames(): Record<string, string> {
  return Object.fromEntries(languages().map((code) => [code, catalogue(code)["language.name"] ?? code]));
}

/** The module that names the languages and loads each part of them lazily. */
export function loaders(names: Record<string, string>): string {
  const ofPart = (folder: string) => {
    const each = Object.keys(names).map(
      (code) => `${JSON.stringify(code)}: () => import("${VIRTUAL}${folder}${code}")`,
    );
    return `{${each.join(", ")}}`;
  };
  const ofGames = GAMES.map((game) => `${JSON.stringify(game)}: ${ofPart(`${OF_GAME}${game}/`)}`);
  return `export const languages = ${ofPart("")};
export const rest = ${ofPart(REST)};
export const ofGames = {${ofGames.join(", ")}};
export const names = ${JSON.stringify(names)};`;
}

/** The mirror of `with_english` in Python: what is borrowed keeps its English plural forms. */
export function withEnglish(own: Record<string, string>, english: Record<string, string>): Record<string, string> {
  const borrowed = Object.entries(english)
    .filter(([key]) => !(key in own))
    .map(([key, text]) => [key, text.replace(/\{(\w+):\|/g, `{$1:${ENGLISH}|`)]);
  return { ...Object.fromEntries(borrowed), ...own };
}

function sentences(language: string): Record<string, string> {
  const all = files(language).map((file) => JSON.parse(readFileSync(file, "utf-8")) as Record<string, string>);
  return Object.fromEntries(all.flatMap((each) => Object.entries(each)).filter(([key]) => whenLoaded(key) !== "never"));
}

/** The files of a language: English stands with the platform and with each game, every other one in its folder. */
function files(language: string): string[] {
  const folder = `${PLATFORM}${language}/`;
  if (language !== ENGLISH)
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => folder + name);
  const games = readdirSync(`${SOURCE}games`).map((game) => `${SOURCE}games/${game}/words/`);
  return [PLATFORM, ...games].map((each) => `${each}${ENGLISH}.json`).filter((file) => existsSync(file));
}

/** Said in every language while nothing else has come: if the scripts or the words do not, this is all there is. */
function notYet(): string {
  const said = languages().map((language) => `<p lang="${language}">${catalogue(language)["page.missing.start"]}</p>`);
  return `<div class="not-yet">${said.join("")}</div>`;
}

/**
 * `virtual:words/languages` names the languages and loads them lazily; `virtual:words/en` is one of them,
 * `virtual:words/later/en` and `virtual:words/games/meow/en` are its other parts.
 */
export function words(): Plugin {
  return {
    name: "purrlor-words",
    transformIndexHtml: (html) => html.replace("<!-- what to say if nothing comes -->", notYet()),
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${VIRTUAL}`)) return;
      const name = id.slice(VIRTUAL.length + 1);
      if (name === "languages") {
        return loaders(languageNames());
      }
      const language = name.slice(name.lastIndexOf("/") + 1);
      for (const file of [...files(language), ...files(ENGLISH)]) this.addWatchFile(file);
      return `export default ${JSON.stringify(parts(catalogue(language))[name.slice(0, -language.length)])};`;
    },
  };
}
