import { describe, expect, test } from "vitest";
import { entryOf } from "../src/games";
import { cut, narrow, overlaps, tooSmall, unfit } from "./faults";
import { PSEUDO } from "./pseudo";
import { FIXTURES, GAMES } from "./server";
import { look, settled, show, shown, violations, type Look } from "./stage";

// Every fixture of every game, on phones and on a desktop. A game is covered as soon as it has fixtures.

const SMALL = [360, 640] as const;
const LYING = [640, 360] as const;
const DESKTOP = [1280, 800] as const;
const LARGE = [[768, 1024], DESKTOP, [1440, 900]] as const;
const THEMES = ["light", "dark"] as const;
/** Pixels of a cell where not even WCAG's 24 fit: the largest sheets on the smallest phone on its side. */
const CELLS: Record<string, number> = { "house-of-cats 640x360": 20 };
const cells = (game: string, { size }: Look) => CELLS[`${game} ${size.join("x")}`];
/** A small phone, one with the bars of its browser, one without them, and one on its side, some with large letters. */
const PHONES: Look[] = [
  { size: SMALL, text: 130 },
  { size: [390, 664], text: 130 },
  { size: [390, 844] },
  { size: [844, 390] },
  { size: [844, 390], text: 130 },
];
/**
 * What lies over others by design: a fan of cards, paws on the mouse, what a trick has just brought, and symbols to
 * choose from, over the house.
 */
const MEANT = ".hand button, .zone, .paw, .gain, .guide.many";
/** Children play with at most four. */
const MOST_CHILDREN = 4;

test("every game has fixtures", () => {
  expect([...FIXTURES.keys()].sort()).toEqual([...GAMES].sort());
});

describe.each([...FIXTURES])("%s", (game, fixtures) => {
  const decisions = [...fixtures].filter(([, { update }]) => update.legal.length).map(([name]) => name);
  const forChildren = [...fixtures]
    .filter(([, { table }]) => table.seats.length <= MOST_CHILDREN)
    .map(([name]) => name);

  test.each(decisions)("%s is on the screen of every phone", async (name) => {
    const found: string[] = [];
    await look({ size: SMALL, language: "en" });
    await show(game, name);
    for (const phone of PHONES) {
      const where = await look(phone);
      found.push(...(await settled(() => unfit(cells(game, phone)))).map((each) => `${where}: ${each}`));
    }
    expect(found).toEqual([]);
  });

  test.each([...fixtures.keys()])(
    "%s has room for a language 40 percent longer, and axe finds nothing",
    async (name) => {
      const found: string[] = [];
      await look({ size: SMALL, language: PSEUDO, theme: "light" });
      const seats = (await show(game, name)).table.seats.length;
      const first = [...fixtures.keys()].indexOf(name) % 2;
      for (const size of [SMALL, [390, 664], LYING] as const) {
        const where = await look({ size });
        const onPhone = decisions.includes(name) ? await settled(() => unfit(cells(game, { size }))) : [];
        // Where so many sit at the smallest phone on its side, names are shortened.
        const shortened = size === LYING && seats > MOST_CHILDREN ? /span\.(name|called) / : /^$/;
        const texts = await settled(() => cut().filter((each) => !shortened.test(each)));
        found.push(...[...onPhone, ...texts].map((each) => `${where}: ${each}`));
      }
      for (const size of LARGE) {
        const where = await look({ size });
        found.push(...[...(await settled(cut)), ...narrow()].map((each) => `${where}: ${each}`));
      }
      // One theme on each, the other way round with the next fixture.
      for (const [size, theme] of [
        [DESKTOP, THEMES[first]],
        [SMALL, THEMES[1 - first]],
      ] as const) {
        const where = await look({ size, theme });
        found.push(...(await violations()).map((each) => `${where}: ${each}`));
      }
      expect(found).toEqual([]);
    },
  );

  test.each([...fixtures.keys()])("no text or target of %s lies over another", async (name) => {
    const found: string[] = [];
    await look({ size: SMALL, language: PSEUDO });
    await show(game, name);
    for (const size of [SMALL, [390, 664], LYING, ...LARGE] as const) {
      const where = await look({ size });
      found.push(...(await settled(() => overlaps(MEANT))).map((each) => `${where}: ${each}`));
    }
    expect(found).toEqual([]);
  });

  test.runIf(entryOf(game).children).each(forChildren)("%s has large targets in a room for children", async (name) => {
    await look({ size: SMALL, language: PSEUDO });
    await show(game, name, { room: "room" });
    await shown("main .prompt svg");
    expect(await settled(() => [...tooSmall(), ...cut()])).toEqual([]);
  });
});
