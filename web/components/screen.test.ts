import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { keep, kept } from "../src/settings.svelte";
import { w } from "../src/words/index.svelte";
import type { Update } from "../src/wire";
import { cut, hidden, outside, small } from "./faults";
import { FIXTURES, server } from "./server";
import { look, open, settled, shown, tap, until } from "./stage";

// The large screen for a whole room, on televisions of three sizes.

const TELEVISIONS = [
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
] as const;

/** What a screen is told of the table of this fixture: all that lies open. */
async function showOnScreen(game: string, name: string): Promise<Update> {
  const fixture = FIXTURES.get(game)?.get(name);
  if (!fixture) throw new Error(`there is no fixture ${game}/${name}`);
  const view = fixture.update.view as object;
  const mine = "viewer" in view ? { viewer: null, turn: null, choices: [] } : {};
  const update = { ...fixture.update, seat: null, legal: [], view: { ...view, ...mine } } as unknown as Update;
  server.tables = { t: [{ ...fixture.table, id: "t", screen: true, host: false }, update] };
  await open("/screen/t");
  await shown(".board-room");
  return update;
}

/** A television of this size: letters are a part of its height. */
async function television(size: readonly [number, number]): Promise<string> {
  const where = await look({ size, language: "en" });
  document.documentElement.style.fontSize = "";
  dispatchEvent(new Event("resize"));
  return where;
}

test.each([
  ["yatzy", "six", "thead th, thead th svg, .roller, .dice-panel .mat, .sounds"],
  ["meow", "full6", ".plate, .plate svg, .rowbox li, .facts > *, .sounds"],
  ["addi-cats", "six", ".who .name, .who svg, .place .stack, .place .top, .status p, .sounds"],
  ["house-of-cats", "level3", ".paper h3, .paper header svg, .tray svg, .ability, .points dd, .sounds"],
])("nothing covers the cats, names and things of %s for six", async (game, name, things) => {
  const found: string[] = [];
  await television(TELEVISIONS[0]);
  await showOnScreen(game, name);
  await until(() => document.querySelectorAll(things).length > 6, things);
  for (const size of TELEVISIONS) {
    const where = await television(size);
    const faults = await settled(() => [...hidden(things), ...outside(`${things}, .story`), ...cut()]);
    found.push(...faults.map((each) => `${where}: ${each}`));
  }
  expect(found).toEqual([]);
});

test.each([
  ["yatzy", "six", "thead th", { kind: "rolls", seat: 0, rolled: [2, 5, 6], dice: [2, 5, 6, 6, 6] }],
  ["meow", "full6", ".plate .called", { kind: "takes_fish", seat: 1 }],
  ["addi-cats", "six", ".who .name", { kind: "hits", seat: 1, part: "head", after: 459 }],
  ["house-of-cats", "level3", ".paper h3", { kind: "completes_room", seat: 1, number: 2, spaces: ["E3", "F3"] }],
])(
  "what has just happened in %s, and whose things these are, can be read from the sofa",
  async (game, name, names, note) => {
    const found: string[] = [];
    await television(TELEVISIONS[0]);
    const update = await showOnScreen(game, name);
    const event = update.events + 1;
    server.socket?.tell({ ...update, version: update.version + 1, events: event, notes: [{ event, note }] } as Update);
    await shown(".story li:last-child");
    for (const size of TELEVISIONS) {
      const where = await television(size);
      // A fortieth of the height is as a newspaper at arm's length is from three metres.
      const faults = () => [
        ...small(`.story li:last-child, ${names}`, size[1] / 40),
        ...outside(".story li:last-child"),
      ];
      found.push(...(await settled(faults)).map((each) => `${where}: ${each}`));
    }
    expect(found).toEqual([]);
  },
);

test("the screen's own button switches its sounds", async () => {
  keep({ sounds: false });
  await television(TELEVISIONS[0]);
  await showOnScreen("yatzy", "six");
  await tap(page.getByRole("button", { name: w("page.settings.sounds") }));
  expect(kept.sounds).toBe(true);
  keep({ sounds: false });
});
