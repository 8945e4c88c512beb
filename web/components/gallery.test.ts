import type { Component } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { cleanup, render } from "vitest-browser-svelte";
import Gallery from "../src/gallery/Pieces.svelte";
import { laterWords } from "../src/words/index.svelte";
import { cut } from "./faults";
import { PSEUDO } from "./pseudo";
import { GAMES } from "./server";
import { look, settled, until, violations } from "./stage";

// Every piece in every state, as the gallery shows them during development.

const PIECES = import.meta.glob<Component>("../src/games/*/Pieces.svelte", { eager: true, import: "default" });
const piecesOf = (game: string) => PIECES[`../src/games/${game}/Pieces.svelte`];

beforeEach(async () => {
  cleanup();
  await laterWords();
  await look({ size: [390, 664], language: PSEUDO, theme: "light" });
});
afterEach(() => vi.restoreAllMocks());

describe.each(GAMES)("%s", (game) => {
  test("has its pieces in the gallery, which are drawn without complaints", async () => {
    const complaints = [vi.spyOn(console, "warn"), vi.spyOn(console, "error")];
    const pieces = piecesOf(game);
    expect(pieces).toBeDefined();
    const { container } = await render(pieces as Component);
    await until(() => container.querySelectorAll("svg").length > 20, "the pieces");
    expect(await settled(cut)).toEqual([]);
    for (const each of complaints) expect(each).not.toHaveBeenCalled();
  });
});

test.each(["light", "dark"] as const)("the gallery has no violations in the %s theme", async (theme) => {
  await look({ size: [1280, 800], theme });
  const { container } = await render(Gallery);
  await until(() => container.querySelectorAll("h2").length > GAMES.length, "the headings");
  expect(await violations()).toEqual([]);
});
