import { beforeEach, expect, test } from "vitest";
import { LANGUAGES, speak } from "../src/words/index.svelte";
import { cut, sliding } from "./faults";
import { PSEUDO } from "./pseudo";
import { GAMES } from "./server";
import { look, open, settled, show, shown, tap, violations } from "./stage";

// The guides and the exact rules as they are read on a phone.

const PHONES = [[360, 640] as const, [390, 664] as const, [640, 360] as const];
const PAGES = GAMES.flatMap((game) => [`/learn/${game}`, `/learn/${game}/rules`]);

beforeEach(async () => {
  await look({ size: PHONES[0] as readonly [number, number], language: PSEUDO, theme: "light" });
});

test.each(PAGES)("nothing on %s slides sideways or is cut, and axe finds nothing", async (path) => {
  const found: string[] = [];
  await open(path);
  await shown("main article p");
  for (const size of PHONES) {
    const where = await look({ size });
    found.push(...(await settled(() => [...sliding(), ...cut()])).map((each) => `${where}: ${each}`));
  }
  expect([...found, ...(await violations())]).toEqual([]);
});

test.each(GAMES)("during a match of %s the guide opens without the exact rules", async (game) => {
  await show(game, "start");
  await tap("button.help");
  await shown("dialog article figure");
  expect(document.querySelectorAll("dialog article code, dialog article pre, dialog a[href$='/rules']")).toHaveLength(
    0,
  );
});

test("a link below the guide leads to the exact rules, and back", async () => {
  await open("/learn/yatzy");
  await tap("a[href='/learn/yatzy/rules']");
  await shown("main article code");
  await tap("main a[href='/learn/yatzy']");
  await shown("main article figure");
});

/** The most screens of a phone, 390x664, that a guide takes up; a new game has as many as the longest. */
const SCREENS: Record<string, number> = { yatzy: 2.1, meow: 4.2, "addi-cats": 4.9, "house-of-cats": 5 };

test.each(GAMES)("the guide to %s is not longer than its number of screens", async (game) => {
  const most = SCREENS[game] ?? Math.max(...Object.values(SCREENS));
  const found: string[] = [];
  await look({ size: [390, 664] });
  await open(`/learn/${game}`);
  await shown("main article figure svg");
  for (const [language] of LANGUAGES.filter(([code]) => code !== PSEUDO)) {
    await speak(language);
    await shown("main article figure svg");
    const long = () => ((document.querySelector("main article") as HTMLElement).offsetHeight / 664).toFixed(2);
    found.push(...(await settled(() => (Number(long()) > most ? [`${language}: ${long()} screens`] : []))));
  }
  expect(found).toEqual([]);
});
