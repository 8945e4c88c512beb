import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cleanup, render } from "vitest-browser-svelte";
import Door from "../src/children/Door.svelte";
import ClubJoin from "../src/clubs/ClubJoin.svelte";
import { go } from "../src/router.svelte";
import TournamentJoin from "../src/tournament/TournamentJoin.svelte";
import { page } from "vitest/browser";
import { keep, keepDeviceOnly, kept } from "../src/settings.svelte";
import type { ClubLook, EveningLook } from "../src/wire";
import { LANGUAGES, laterWords, speak, w } from "../src/words/index.svelte";
import { cut, narrow, outside, overlaps } from "./faults";
import { PSEUDO } from "./pseudo";
import { GAMES, server, type Who } from "./server";
import { look, open, settled, shown, tap, until, violations } from "./stage";

// Every page but a table of a running match, with everything unfolded: in the pseudo-language, which is 40 percent
// longer than English, and in all others.

const SMALL = [360, 640] as const;
const LYING = [640, 360] as const;
const PHONE = [390, 664] as const;
const TABLET = [768, 1024] as const;
const DESKTOP = [1280, 800] as const;
/** The sizes at which axe looks, too: once by day and once by night. */
const AXE: (readonly [number, number])[] = [DESKTOP, SMALL];
const GAME_PAGES = ["/new", "/learn", "/pads", "/today", "/puzzles"];
const PAGES = [
  "/", "/about", "/transfer", "/you", "/history", "/screen", "/join", "/nowhere/at/all",
  "/learn", "/pads", "/today", "/puzzles", "/clubs", "/evenings", "/positions", "/room",
  "/clubs/club", "/evenings/evening", "/positions/position", "/room/room",
  ...GAME_PAGES.flatMap((page) => GAMES.map((game) => `${page}/${game}`)),
  ...GAMES.flatMap((game) => [`/t/golden-${game}`, `/replay/golden-${game}#7`]),
]; // prettier-ignore
/** What lies over others by design: a fan of cards, the mouse, steps of a replay. */
const MEANT = ".hand button, .zone, .controls *";
/** What comes last on a page. */
const LAST: Record<string, string> = {
  "/new/": "fieldset",
  "/learn/": "main article p",
  "/pads/": "main button",
  "/t/": "#result",
  "/replay/": ".controls .button",
};
const last = (path: string) => Object.entries(LAST).find(([start]) => path.startsWith(start))?.[1] ?? "h1";

async function visit(path: string, who: Who = "host"): Promise<void> {
  await open(path, who);
  await shown(last(path));
  for (const each of document.querySelectorAll("details")) each.open = true;
  await settled(() => []);
}

beforeEach(async () => {
  keep({ sounds: false });
  await look({ size: SMALL, language: PSEUDO, theme: "light" });
});

// What one test chooses in the dialog changes the home page of the next one.
afterEach(keepDeviceOnly);

test.each(PAGES)("%s has room for every language, and axe finds nothing", async (path) => {
  await visit(path);
  const found: string[] = [];
  for (const size of [DESKTOP, TABLET, PHONE, LYING, SMALL]) {
    const where = await look({ size, theme: size === SMALL ? "dark" : "light" });
    const faults = [
      ...(await settled(() => [...cut(), ...overlaps(MEANT)])),
      ...narrow(path.startsWith("/replay/") ? ".cell" : undefined),
      ...(AXE.includes(size) ? await violations() : []),
    ];
    found.push(...faults.map((fault) => `${where}: ${fault}`));
  }
  for (const [language] of LANGUAGES.filter(([code]) => code !== PSEUDO)) {
    await speak(language);
    found.push(...(await settled(cut)).map((fault) => `${language}: ${fault}`));
  }
  expect([...found, ...server.unanswered]).toEqual([]);
});

test("the settings, with a volume for the sounds", async () => {
  await visit("/");
  const button = await shown("[aria-controls=settings]");
  (button as HTMLElement).click();
  keep({ sounds: true });
  await shown("#settings [type=range]");
  const found = await violations();
  for (const [language] of LANGUAGES) {
    await speak(language);
    found.push(...(await settled(() => [...outside("#settings"), ...cut()])).map((fault) => `${language}: ${fault}`));
  }
  expect(found).toEqual([]);
});

test.each(GAMES)("before a match of %s, all choices fit and are remembered", async (game) => {
  await visit("/");
  await tap(`[aria-labelledby=title-${game}] .button.main`);
  await shown("dialog[open] .button.main");
  const found: string[] = [];
  for (const size of [SMALL, LYING, DESKTOP]) {
    const where = await look({ size, theme: size === SMALL ? "dark" : "light" });
    const faults = await settled(() => [...outside("dialog[open], dialog[open] > .buttons .button"), ...cut()]);
    found.push(...faults.map((fault) => `${where}: ${fault}`));
  }
  found.push(...(await violations()));
  const ticks = [...document.querySelectorAll<HTMLInputElement>("dialog[open] [type=checkbox]")];
  for (const tick of ticks) tick.click();
  const chosen = ticks.map(({ checked }) => checked);
  server.offline = true;
  await tap("dialog[open] > .buttons .main");
  await until(() => game in kept.rivals, "the choices to be kept");
  await visit("/");
  await tap(`[aria-labelledby=title-${game}] .change`);
  await shown("dialog[open] .button.main");
  const again = [...document.querySelectorAll<HTMLInputElement>("dialog[open] [type=checkbox]")];
  expect(again.map(({ checked }) => checked)).toEqual(chosen);
  expect(found).toEqual([]);
});

test("without a network, Play says above its dialog that the games must be downloaded first", async () => {
  await visit("/");
  await tap(".game-card .button.main");
  await shown("dialog[open] .button.main");
  server.offline = true;
  await tap("dialog[open] > .buttons .main");
  const said = await shown("dialog[open] .toast");
  expect(said.textContent).toContain(w("page.device.needed"));
  expect(await settled(() => [...outside("dialog[open], .toast"), ...cut()])).toEqual([]);
  await tap(".toast .way");
  await until(() => document.querySelectorAll("dialog[open]").length === 2, "the dialog with the download");
});

const CLUB: ClubLook = { id: "club", name: "The Whiskers", members: 3, member: false };
const EVENING: EveningLook = {
  id: "evening",
  name: "Friday",
  game: GAMES[0] ?? "",
  format: "swiss",
  people: 3,
  joined: false,
  open: true,
};

const openTables = () => [...document.querySelectorAll("[aria-labelledby=open-tables] li")];

test("an open table without a clock says so", async () => {
  await open("/");
  await until(() => openTables()[1]?.textContent.includes(w("page.new.clock.none")) ?? false, "its pace");
});

test("the list of open tables is renewed", async () => {
  const intervals = vi.spyOn(window, "setInterval");
  const all = server.open;
  await open("/");
  await until(() => openTables().length === all.length, "all open tables");
  server.open = all.slice(1);
  const [again] = intervals.mock.calls.find(([, every]) => every === 20_000) ?? [];
  (again as () => void)();
  await until(() => openTables().length === all.length - 1, "the list without a table that is full");
  server.open = all;
});

test.each([
  ["/t/lobby", () => open("/t/lobby#k=lobbykey&by=Zo%C3%AB", "guest")],
  ["/clubs/club", () => render(ClubJoin, { look: CLUB, key: "", joined: vi.fn() })],
  ["/evenings/evening", () => render(TournamentJoin, { look: EVENING, key: "", joined: vi.fn() })],
  ["/room/room", () => render(Door, { id: "room", enter: vi.fn() })],
] as const)("an invitation to %s names the person who sent it", async (path, invite) => {
  await laterWords();
  cleanup();
  go(`${path}#k=key&by=Zo%C3%AB`);
  await invite();
  await until(() => document.body.innerText.includes("Zoë"), "Zoë");
  expect(await settled(cut)).toEqual([]);
});

test("the rules open over the match", async () => {
  await open(`/t/golden-${GAMES[0]}`);
  await shown("#result");
  const address = location.href;
  await tap(".side summary");
  await tap(page.getByRole("button", { name: w("page.menu.rules"), exact: true }));
  await shown("dialog[open] li");
  expect(location.href).toBe(address);
});

test.each(["child", "kiki"] as const)("a room for children has room for every language: %s", async (who) => {
  await open("/room/room", who);
  await shown(who === "child" ? "button[data-cat]" : "button[data-game]");
  const found = await violations();
  for (const [language] of LANGUAGES) {
    await speak(language);
    found.push(...(await settled(cut)).map((fault) => `${language}: ${fault}`));
  }
  expect(found).toEqual([]);
});

test.each([
  [360, 640],
  [640, 360],
  [390, 664],
] as const)("all games are on the first screen of a phone, %i x %i, with the picture", async (...size) => {
  await look({ size, language: "de" });
  await open("/");
  await shown(".game-card .button.main");
  expect(await settled(() => outside(".game-card .button.main, .welcome svg"))).toEqual([]);
  expect(document.querySelectorAll(".game-card")).toHaveLength(GAMES.length);
});

test.each([
  [360, 640],
  [640, 360],
  [390, 664],
] as const)("a replay at %i x %i keeps the board and its steps on the screen", async (...size) => {
  const found: string[] = [];
  for (const game of GAMES) {
    await visit(`/replay/golden-${game}#7`);
    await look({ size, language: "de" });
    const board = await shown(".board-room");
    const misplaced = () => {
      const { top, height } = board.getBoundingClientRect();
      return top > innerHeight / 4 || height < innerHeight / 2 ? [`the board is at ${top}, ${height} high`] : [];
    };
    const faults = await settled(() => [...outside(".controls, .controls .button"), ...misplaced()]);
    found.push(...faults.map((fault) => `${game}: ${fault}`));
  }
  expect(found).toEqual([]);
});

test("on a phone on its side, the cards in the replay of a race lie on nobody's name and above the steps", async () => {
  await look({ size: LYING });
  await visit("/replay/golden-addi-cats#7");
  const boxes = (selector: string) =>
    [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
  const meet = (one: DOMRect, other: DOMRect) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const covered = () =>
    boxes(".place .stack").filter((stack) => boxes(".place .who, .controls").some((other) => meet(stack, other)));
  expect(boxes(".place .stack")).not.toEqual([]);
  expect(await settled(() => covered().map((each) => `${each.top} – ${each.bottom}`))).toEqual([]);
});

test.each(GAMES)("the steps of a replay of %s stand in one row", async (game) => {
  await visit(`/replay/golden-${game}#7`);
  const steps = [...document.querySelectorAll(".controls .button:not(.main)")];
  expect(steps).toHaveLength(6);
  const rows = () => new Set(steps.map((step) => step.getBoundingClientRect().top)).size;
  expect(await settled(() => (rows() === 1 ? [] : [`${rows()} rows`]))).toEqual([]);
});
