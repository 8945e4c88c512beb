import axe from "axe-core";
import { tick } from "svelte";
import { expect, vi } from "vitest";
import { page, type Locator } from "vitest/browser";
import { cleanup, render } from "vitest-browser-svelte";
import App from "../src/App.svelte";
import { keep } from "../src/settings.svelte";
import { applyMotion } from "../src/motion";
import { loadGames } from "../src/net/games.svelte";
import { toasts } from "../src/ui/toasts.svelte";
import { go, listen } from "../src/router.svelte";
import "../src/style/index.css";
import "virtual:typeface.css";
import { setTheme } from "../src/theme";
import type { TableInfo } from "../src/wire";
import { speak } from "../src/words/index.svelte";
import { FIXTURES, NOW, server, type Fixture, type Who } from "./server";

// The whole web client in front of a server that consists of fixtures and recorded answers: at the moment when these
// were recorded, and in one typeface on every machine.

vi.useFakeTimers({ toFake: ["Date"], now: NOW });
for (const weight of [400, 700]) await document.fonts.load(`${weight} 1em Stage`);
applyMotion();
listen();
await loadGames();

/** Milliseconds after which what a test waits for does not come any more, on a busy machine either. */
const PATIENCE = 60_000;
/** Milliseconds after which what is still wrong with a new size or a new view stays wrong. */
const SETTLING = 10_000;

/** Opens a page of the web client, as if it had just been loaded. */
export async function open(path: string, who: Who = "host"): Promise<void> {
  cleanup();
  toasts.splice(0);
  server.who = who;
  server.socket = null;
  server.offline = false;
  server.unanswered = [];
  keep({ room: "", name: "Ann" });
  document.documentElement.style.fontSize = "";
  go(path);
  await render(App);
}

/** Opens a table of this fixture; `table` changes what is known about the table. */
export async function show(game: string, name: string, table: Partial<TableInfo> = {}): Promise<Fixture> {
  const fixture = FIXTURES.get(game)?.get(name);
  if (!fixture) throw new Error(`there is no fixture ${game}/${name}`);
  const info = { ...fixture.table, id: "t", ...table };
  server.tables = { t: [info, fixture.update] };
  await open("/t/t");
  await shown(".board-room");
  return { ...fixture, table: info };
}

/** Waits until something that fits this selector is on the page. */
export async function shown(selector: string): Promise<Element> {
  await until(() => document.querySelector(selector) !== null, `${selector} on the page`);
  return document.querySelector(selector) as Element;
}

/**
 * Taps what fits a selector, or an element found by its name, as a finger does: after a click of Playwright's mouse the
 * pointer would hover there, in the tests of other files too.
 */
export async function tap(what: string | Locator): Promise<void> {
  const found = typeof what === "string" ? await shown(what) : await what.findElement();
  (found as HTMLElement).click();
}

/** Waits until the page is as it shall be. */
export async function until(happened: () => boolean, what: string): Promise<void> {
  const ends = performance.now() + PATIENCE;
  while (!happened()) {
    if (performance.now() > ends)
      throw new Error(`waited in vain for ${what}: ${server.unanswered} ${document.body.innerText}`);
    await frame();
  }
}

/** Waits for the next frame, or a moment where the browser draws none. */
export const frame = () =>
  Promise.race([
    new Promise((drawn) => requestAnimationFrame(drawn)),
    new Promise((passed) => setTimeout(passed, 250)),
  ]);

/** What is wrong with the page as soon as it has settled, in words: nothing, if two frames in a row are right. */
export async function settled(faults: () => string[]): Promise<string[]> {
  await until(() => document.querySelector("[aria-busy=true]") === null, "everything to load");
  const ends = performance.now() + SETTLING;
  for (let right = 0; ; await frame()) {
    const found = faults();
    right = found.length ? 0 : right + 1;
    if (right < 2 && (!found.length || performance.now() <= ends)) continue;
    if (import.meta.env.PURRLOR_PICTURES) await takePicture();
    return found;
  }
}

/** How the page is shown. */
let shownAs = "";

/** Keeps what the test sees in dist/components/, for a person to look through. */
async function takePicture(): Promise<void> {
  const { currentTestName = "", testPath = "" } = expect.getState();
  const name = `${currentTestName}, ${shownAs} ${document.documentElement.lang}`.replace(/[^\p{L}\d,.%+-]+/gu, " ");
  const file = /([\w-]+)\.test\.ts$/.exec(testPath)?.[1] ?? "";
  await page.screenshot({ path: `../../dist/components/${file}/${name}.png` });
}

export interface Look {
  size: readonly [number, number];
  /** Percent of the usual size of text. */
  text?: number;
  language?: string;
  theme?: "light" | "dark";
}

/** The frame in which a test runs: media queries and `dvh` ask for its size, so the browser's window stays as it is. */
const screen = window.frameElement as HTMLIFrameElement;

/** Shows the same page at another size, in another language, by day or by night. */
export async function look({ size, text = 100, language, theme }: Look): Promise<string> {
  [screen.style.width, screen.style.height] = [`${size[0]}px`, `${size[1]}px`];
  document.documentElement.style.fontSize = `${text}%`;
  if (language) await speak(language);
  if (theme) setTheme(theme);
  await tick();
  scrollTo(0, 0);
  // Container queries and observers of sizes answer in the frame after the one that has the new size.
  await frame();
  await frame();
  shownAs = [size.join("x"), text !== 100 && `${text} %`, language, theme].filter(Boolean).join(", ");
  return shownAs;
}

function running(): Animation[] {
  const ends = (one: Animation) => one.effect?.getComputedTiming().endTime !== Infinity;
  return document.getAnimations().filter((one) => one.playState === "running" && ends(one));
}

/** What axe-core finds wrong on the page as it is, at the end of its animations. */
export async function violations(): Promise<string[]> {
  await until(() => document.querySelector("[aria-busy=true]") === null, "everything to load");
  await until(() => {
    const moving = running();
    for (const one of moving) one.finish();
    return moving.length === 0;
  }, "animations to end");
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
}
