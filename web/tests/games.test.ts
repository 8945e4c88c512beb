import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { entryOf, GAMES } from "../src/games";
import { optionsOf } from "../src/home/opponents";
import { PLAIN } from "../src/plain/entry";
import { catalogue } from "../build/words.ts";

const SOURCE = fileURLToPath(new URL("../src/", import.meta.url));
const FOLDERS = readdirSync(`${SOURCE}games`).filter((name) => existsSync(`${SOURCE}games/${name}/index.ts`));

/** Made from the catalogues of all games. */
const GENERATED = "words/keys.ts";

/** All files of the page outside the folders of the games. */
function elsewhere(): string[] {
  const inside = (path: string) => path === GENERATED || FOLDERS.some((game) => path.startsWith(`games/${game}/`));
  return readdirSync(SOURCE, { recursive: true, encoding: "utf-8" }).filter(
    (path) => /\.(ts|js|svelte|css|html)$/.test(path) && !inside(path),
  );
}

/** A game's name as code may write it: with dashes, in camel case, as a property. */
function spellings(game: string): RegExp {
  const parts = game.split("-");
  return new RegExp(`(?<![a-z])${parts.join("[-_ ]?")}(?![a-z])`, "i");
}

test("every folder is a game, and each is found", () => {
  expect([...GAMES.keys()].sort()).toEqual(FOLDERS.sort());
  expect(FOLDERS.length).toBeGreaterThan(3);
});

test("a game without a folder is a plain one", () => {
  expect(entryOf("chess")).toBe(PLAIN);
});

test.each(FOLDERS)("every tick before a match of %s has words", (game) => {
  const { beginner, quick = {} } = entryOf(game);
  const ticks = [...(beginner ? ["beginner"] : []), ...Object.keys(quick).map((name) => `quick.${name}`)];
  expect(ticks.filter((tick) => !(`page.${game}.${tick}` in catalogue("en")))).toEqual([]);
});

test("ticks add up to the options of a match", () => {
  const options = [...GAMES].map(([game, { quick = {} }]) =>
    optionsOf(game, { count: 1, level: "", beginner: false, quick: Object.keys(quick) }),
  );
  expect(options).toContainEqual({ timed: "false", actions: "" });
});

test.each(FOLDERS)("no file outside its folder knows %s", (game) => {
  const name = spellings(game);
  expect(elsewhere().filter((path) => name.test(readFileSync(SOURCE + path, "utf-8")))).toEqual([]);
});

test.each(FOLDERS)("%s knows no other game", (game) => {
  const others = FOLDERS.filter((each) => each !== game).map((each) => `../${each}/`);
  const own = readdirSync(`${SOURCE}games/${game}`, { recursive: true, encoding: "utf-8" }).filter((path) =>
    /\.(ts|svelte)$/.test(path),
  );
  const texts = own.map((path) => readFileSync(`${SOURCE}games/${game}/${path}`, "utf-8"));
  expect(texts.filter((text) => others.some((other) => text.includes(other)))).toEqual([]);
});
