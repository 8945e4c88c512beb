import { afterEach, describe, expect, test, vi } from "vitest";
import { commands, page } from "vitest/browser";
import { entryOf } from "../src/games";
import { keep, kept } from "../src/settings.svelte";
import { setMotion } from "../src/motion";
import { go } from "../src/router.svelte";
import { laterWords, w } from "../src/words/index.svelte";
import type { Lesson } from "../src/games/lesson";
import type { Hint, Update } from "../src/wire";
import { toast } from "../src/ui/toasts.svelte";
import { cut, outside, overlapping, scrolling, shadowed, unfit, unmarked } from "./faults";
import { PSEUDO } from "./pseudo";
import { FIXTURES, server, type Fixture } from "./server";
import { look, open, settled, show, shown, tap, until, violations, type Look } from "./stage";

// What stands around a board: seats, hints, dialogs, the story, the chat, the result.

const SMALL = [360, 640] as const;
const LYING = [640, 360] as const;
const DESKTOP = [1280, 800] as const;
const PHONES = [SMALL, [390, 664], [390, 844], [844, 390]] as const;
const EVERYWHERE: Look[] = [
  { size: DESKTOP, theme: "light" },
  { size: LYING, theme: "light" },
  { size: [390, 664], theme: "dark" },
  { size: SMALL, theme: "dark" },
];

/** The sizes at which axe looks, too: once by day and once by night. */
const AXE: Look["size"][] = [DESKTOP, SMALL];

/** The first decision of a game; with `fits`, one for which that holds. */
function decision(game: string, fits: (fixture: Fixture) => boolean = () => true): string {
  const found = [...(FIXTURES.get(game) ?? [])].find(([, each]) => each.update.legal.length && fits(each));
  if (!found) throw new Error(`${game} has no fixture of such a decision`);
  return found[0];
}

/** The fixture of a game with the most people. */
function crowd(game: string): string {
  const all = [...(FIXTURES.get(game) ?? [])];
  return all.sort(([, one], [, other]) => other.table.seats.length - one.table.seats.length)[0]?.[0] ?? "";
}

/** The lesson of a game at the table of a fixture: each step begins when the test says so. */
async function lessonOf(game: string, name: string): Promise<{ steps: number; goTo(step: number): Promise<void> }> {
  const { lesson, steps } = (await entryOf(game).lesson?.()) as Lesson;
  let reached = 0;
  for (const [at, step] of steps.entries()) vi.spyOn(step, "until").mockImplementation(() => at < reached);
  const { update } = await show(game, name, { lesson });
  await shown("section.lesson");
  const goTo = async (step: number) => {
    reached = step;
    server.socket?.tell({ ...update, version: update.version + step, notes: [] });
    const words = w("page.lesson.step", { step: step + 1, count: steps.length });
    await until(() => document.querySelector(".text .foot span")?.textContent === words, words);
  };
  return { steps: steps.length, goTo };
}

/** What is wrong at any size, by day or by night. */
async function everywhere(faults: () => string[]): Promise<string[]> {
  const found: string[] = [];
  for (const each of EVERYWHERE) {
    const where = await look(each);
    const wrong = [...(await settled(faults)), ...(AXE.includes(each.size) ? await violations() : [])];
    found.push(...wrong.map((fault) => `${where}: ${fault}`));
  }
  return found;
}

/** Asks for a hint, which praises these actions. */
async function advise(
  { update }: Fixture,
  actions: string[] = update.legal.slice(0, 4),
  more: Partial<Hint> = {},
): Promise<void> {
  await tap(page.getByRole("button", { name: w("page.hint"), exact: true }));
  await until(() => server.socket?.sent.some(({ type }) => type === "hint") ?? false, "the question for a hint");
  const id = server.socket?.sent.find(({ type }) => type === "hint")?.id ?? 0;
  const ranked = actions.map((action, place) => ({ action, worth: 9 - place }));
  const { version, seat } = update;
  server.socket?.tell({ type: "hint", id, seat: seat ?? 0, version, ranked, reason: null, next_best: null, ...more });
  await shown("section.advice");
}

afterEach(() => keep({ confirm: false, theme: "", cat: "", sounds: false, offeredSounds: true }));
afterEach(() => setMotion("calm"));
afterEach(() => vi.restoreAllMocks());
afterEach(() => commands.forceColors(false));

describe.each([...FIXTURES.keys()])("%s", (game) => {
  test.skipIf(entryOf(game).race)(
    "a hint lies over the board, which keeps its place, and covers no target",
    async () => {
      const found: string[] = [];
      const place = () => JSON.stringify(document.querySelector(".board-room > *")?.getBoundingClientRect());
      for (const size of [SMALL, LYING, [768, 1024]] as const) {
        const where = await look({ size, language: PSEUDO });
        const fixture = await show(game, decision(game));
        const board = place();
        const moved = () => (place() === board ? [] : ["the board has moved"]);
        await advise(fixture);
        const faults = async () =>
          await settled(() => [
            ...moved(),
            ...overlapping("section.advice", ".hinted"),
            ...outside("section.advice"),
            ...cut(),
          ]);
        found.push(...(await faults()).map((fault) => `${where}: ${fault}`));
        if (fixture.update.legal.length < 2) continue;
        await tap(page.getByRole("button", { name: w("page.hint.more"), exact: true }));
        found.push(...(await faults()).map((fault) => `${where}, more: ${fault}`));
      }
      expect(found).toEqual([]);
    },
  );

  test("what a shadow marks has an outline in forced colours", async () => {
    const found: string[] = [];
    await look({ size: DESKTOP, language: "en" });
    for (const name of FIXTURES.get(game)?.keys() ?? []) {
      const fixture = await show(game, name);
      if (fixture.update.legal.length && !entryOf(game).race) await advise(fixture);
      await settled(() => []);
      const marked = shadowed();
      await commands.forceColors(true);
      found.push(...(await settled(() => unmarked(marked))).map((fault) => `${name}: ${fault}`));
      await commands.forceColors(false);
    }
    expect(found).toEqual([]);
  });

  test("help is a dialog that fits every screen", async () => {
    await look({ size: SMALL, language: PSEUDO });
    await show(game, decision(game));
    await tap(page.getByRole("button", { name: w("page.help"), exact: true }));
    await shown("dialog[open] li");
    expect(await everywhere(() => [...outside("dialog[open]"), ...cut()])).toEqual([]);
  });

  test("help begins with the section that fits the moment", async () => {
    await look({ size: SMALL, language: "en" });
    const { update } = await show(game, decision(game));
    const section = (await entryOf(game).load()).chapter?.(update.view);
    await tap(page.getByRole("button", { name: w("page.help"), exact: true }));
    const heading = await shown(`dialog[open] #rules-${section}`);
    await until(() => {
      const { top } = heading.getBoundingClientRect();
      return top >= 0 && top < innerHeight / 2;
    }, `the section ${section} near the top`);
    expect(outside("dialog[open] h2[id$=-title]")).toEqual([]);
  });

  test.skipIf(entryOf(game).race)("a move that waits for a yes is a dialog that fits every screen", async () => {
    const { weighty = () => true } = await entryOf(game).load();
    keep({ confirm: true });
    await look({ size: SMALL, language: PSEUDO });
    const fixture = await show(
      game,
      decision(game, ({ update }) => update.legal.some(weighty)),
    );
    await advise(fixture, fixture.update.legal.filter(weighty).slice(0, 1));
    await tap("section.advice ol button");
    await shown("dialog[open]");
    expect(await everywhere(() => [...outside("dialog[open], dialog[open] button"), ...cut()])).toEqual([]);
  });

  test("sounds are offered in the head of the page, at the first match alone", async () => {
    const found: string[] = [];
    keep({ sounds: false, offeredSounds: false });
    await look({ size: SMALL, language: PSEUDO });
    await show(game, decision(game));
    await shown(".offer");
    for (const size of [SMALL, LYING, DESKTOP]) {
      const where = await look({ size });
      const faults = await settled(() => [...outside("header .button, header .home"), ...cut()]);
      found.push(...faults.map((fault) => `${where}: ${fault}`));
    }
    await tap(".offer");
    expect(kept.sounds).toBe(true);
    await show(game, decision(game));
    expect(document.querySelector(".offer")).toBeNull();
    expect(found).toEqual([]);
  });

  test("everybody is shown once", async () => {
    await look({ size: SMALL, language: "en" });
    const { table } = await show(game, crowd(game));
    const names = [...document.querySelectorAll(".seats span.name, .place span.name, .plate .called")];
    expect(names.filter((each) => each.checkVisibility())).toHaveLength(table.seats.length);
  });

  test("the result comes into view and has the focus", async () => {
    const over = FIXTURES.get(game)?.get("over") as Fixture;
    const before = decision(game, ({ table }) => table.seats.length === over.table.seats.length);
    await look({ size: SMALL, language: PSEUDO });
    const { update } = await show(game, before);
    scrollTo(0, document.body.scrollHeight);
    const version = update.version + 1;
    server.socket?.tell({ ...over.update, version, seat: update.seat, since: update.events });
    await until(() => document.activeElement?.id === "result", "the result to have the focus");
    expect(await settled(() => outside("#result"))).toEqual([]);
  });

  test("the result says why, and what comes next, at every size", async () => {
    await look({ size: SMALL, language: PSEUDO });
    await show(game, "over");
    await shown(".next .button");
    expect(document.querySelectorAll(".who dl, .who ul, .who p").length).toBeGreaterThan(0);
    expect(await everywhere(cut)).toEqual([]);
  });

  test("a table that is over leaves the focus where it is", async () => {
    await look({ size: SMALL, language: "en" });
    await show(game, "over");
    await shown("#result");
    expect(document.activeElement?.id).not.toBe("result");
  });

  test("a large screen is used", async () => {
    await look({ size: [2560, 1440], language: "en" });
    await show(game, crowd(game));
    const width = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().width ?? 0;
    await until(() => width(".room") >= 0.9 * 2560, "the room to reach over nine tenths of the screen");
    await until(() => width(".board-room > :last-child") >= 0.66 * 2560, "the board to reach over two thirds");
  });

  test("what is said covers nothing of the board, and is read whole", async () => {
    const found: string[] = [];
    await look({ size: SMALL, language: "de" });
    await laterWords();
    for (const [name, { update }] of FIXTURES.get(game) ?? []) {
      if (update.over) continue;
      await show(game, name);
      toast(w("server.refused.race_again"), "bad", 600_000);
      await shown(".toast");
      for (const size of [SMALL, LYING, DESKTOP]) {
        const where = await look({ size });
        const faults = await settled(() => [
          ...overlapping(".toast", ".board-room, .board-room *"),
          ...outside(".toast"),
          ...scrolling(".toast span"),
        ]);
        found.push(...faults.map((fault) => `${name}, ${where}: ${fault}`));
      }
    }
    expect(found).toEqual([]);
  });

  test("what is said goes when something is tapped", async () => {
    await look({ size: SMALL, language: "en" });
    await show(game, decision(game));
    toast("Not now.", "bad", 600_000);
    await shown(".toast");
    await tap(".board-room");
    await until(() => document.querySelector(".toast") === null, "the toast to go");
  });

  test.runIf(entryOf(game).lesson)("the lesson is read whole", async () => {
    const lesson = await entryOf(game).lesson?.();
    await look({ size: SMALL, language: "de" });
    await show(game, decision(game), { lesson: lesson?.lesson ?? "" });
    await shown("section.lesson");
    expect(await everywhere(cut)).toEqual([]);
  });

  test.runIf(entryOf(game).lesson)("the board keeps its size through all steps of the lesson", async () => {
    const found: string[] = [];
    for (const size of [SMALL, LYING, DESKTOP]) {
      await look({ size, language: "de" });
      const teach = await lessonOf(game, decision(game));
      const box = () =>
        [...document.querySelectorAll(".board-room, .own .sheet-grid")]
          .map((one) => one.getBoundingClientRect())
          .map(({ top, width, height }) => [top, width, height].map(Math.round).join())
          .join("; ");
      let before = "";
      await settled(() => (box() === before ? [] : [(before = box())]));
      for (let step = 1; step < teach.steps; step++) {
        await teach.goTo(step);
        found.push(...(await settled(() => (box() === before ? [] : [`${step} at ${size}: ${before}, ${box()}`]))));
      }
    }
    expect(found).toEqual([]);
  });

  test.runIf(entryOf(game).lesson)("the last step of the lesson leads to a match", async () => {
    await look({ size: SMALL, language: "en" });
    const teach = await lessonOf(game, decision(game));
    expect(document.querySelector("section.lesson .text button")).toBeNull();
    await teach.goTo(teach.steps - 1);
    await shown("section.lesson .text button");
    expect(await settled(() => outside("section.lesson .text button"))).toEqual([]);
  });
});

describe("yatzy", () => {
  test("dice that are kept leave the decision on the screen", async () => {
    await look({ size: SMALL, language: PSEUDO });
    await show("yatzy", "middle");
    await tap("button.die:nth-of-type(1)");
    expect(await settled(unfit)).toEqual([]);
  });

  test.each(["middle", "six"])("the sheets of %s fit a desktop", async (name) => {
    const found: string[] = [];
    await look({ size: DESKTOP, language: "en" });
    await show("yatzy", name);
    for (const size of [DESKTOP, [1440, 900]] as const) {
      await look({ size });
      found.push(...(await settled(() => outside(".yatzy table, .roll"))));
    }
    expect(found).toEqual([]);
  });
});

test("a hint says what the next best turn would do instead, and what it loses", async () => {
  await look({ size: SMALL, language: "en" });
  const fixture = await show("house-of-cats", "level1");
  const reason = { kind: "brings_points", points: 2 };
  const next_best = { actions: ["place 5 C4", "place mouse D4"], less: 1.3, reason };
  await advise(fixture, fixture.update.legal.slice(0, 1), { next_best });
  const words = document.querySelector(".advice .worth")?.textContent?.trim();
  expect(words).toMatch(/^1\.3 points more than “.*C4, .*D4\. It brings 2 points at once\.”$/);
});

test("whoever takes an action from the list goes on there", async () => {
  keep({ actions: true });
  await look({ size: DESKTOP, language: "en" });
  const { update } = await show("yatzy", "middle");
  const [action = ""] = update.legal;
  const button = (await shown(`button[data-action="${action}"]`)) as HTMLButtonElement;
  button.focus();
  button.click();
  const id = server.socket?.sent.find(({ type }) => type === "act")?.id ?? 0;
  server.socket?.tell({ ...update, version: update.version + 1, legal: update.legal.slice(1) });
  server.socket?.tell({ type: "done", id } as never);
  await until(() => document.activeElement?.matches("details > summary") ?? false, "the focus on the list");
  keep({ actions: false });
});

test("the ways to use an ability are on the screen", async () => {
  await look({ size: SMALL, language: PSEUDO });
  await show("house-of-cats", "level3");
  await tap(".ability.usable");
  await shown("dialog[open] button");
  expect(await everywhere(() => [...outside("dialog[open], dialog[open] button"), ...cut()])).toEqual([]);
});

describe("meow", () => {
  test.each(["en", "de"])("the lesson leaves room for the raised cards in %s", async (language) => {
    const lesson = await entryOf("meow").lesson?.();
    const found: string[] = [];
    await look({ size: SMALL, language });
    await show("meow", "start", { lesson: lesson?.lesson ?? "" });
    await shown("button.hinted");
    for (const size of PHONES)
      for (const text of [100, 130]) {
        const where = await look({ size, text });
        found.push(...(await settled(unfit)).map((fault) => `${where}: ${fault}`));
      }
    expect(found).toEqual([]);
  });

  test.each([...(FIXTURES.get("meow") ?? [])].filter(([, { update }]) => update.legal.length).map(([name]) => name))(
    "the summary of a round covers nothing of %s",
    async (name) => {
      const found: string[] = [];
      await look({ size: SMALL, language: "en" });
      const { update } = await show("meow", name);
      const view = update.view as { round: number };
      const next = { ...update, version: update.version + 1, notes: [], view: { ...view, round: view.round + 1 } };
      server.socket?.tell(next as Update);
      await shown(".summary p");
      for (const size of PHONES)
        for (const text of [100, 130]) {
          const where = await look({ size, text });
          const others = ".rowbox li, .facts > *, .trick li, .plate, .words, .tricks, .hand button";
          const faults = await settled(() => [...unfit(), ...overlapping(".summary p", others)]);
          found.push(...faults.map((fault) => `${where}: ${fault}`));
        }
      expect(found).toEqual([]);
    },
  );

  test("the end of the story is in view when the window grows", async () => {
    await look({ size: SMALL, language: "en" });
    const { update } = await show("meow", "late");
    const [told] = update.notes;
    const notes = Array.from({ length: 60 }, (_, event) => ({ ...told, event: event + 1 }));
    server.socket?.tell({ ...update, version: update.version + 1, events: 60, notes } as Update);
    await look({ size: DESKTOP });
    const story = () => document.querySelector(`ol[aria-label="${w("page.story.title")}"]`) as HTMLElement;
    await until(() => story()?.scrollHeight > story()?.clientHeight, "a story that is longer than its place");
    const left = () => story().scrollHeight - story().clientHeight - story().scrollTop;
    await until(() => left() < 2, "the end of the story");
  });
});

test("where motion is calm, colours and sizes change at once", async () => {
  await look({ size: SMALL, language: "en", theme: "light" });
  await show("house-of-cats", "level3");
  await look({ size: DESKTOP, theme: "dark" });
  expect(document.getAnimations().filter((one) => one instanceof CSSTransition)).toEqual([]);
});

test("the view fades between home, table and result, and taps go through it", async () => {
  const begun = vi.spyOn(document, "startViewTransition");
  await look({ size: SMALL, language: "en" });
  const over = FIXTURES.get("yatzy")?.get("over") as Fixture;
  const { update } = await show("yatzy", "middle");
  expect(begun).not.toHaveBeenCalled();
  setMotion("lively");
  go("/");
  await shown(".game-card");
  go("/t/t");
  await shown(".board-room");
  expect(begun).toHaveBeenCalledTimes(2);
  server.socket?.tell({ ...over.update, version: update.version + 1, seat: update.seat, since: update.events });
  await shown("#result");
  expect(begun).toHaveBeenCalledTimes(3);
  const [x, y] = [innerWidth / 2, innerHeight / 2];
  expect(document.elementFromPoint(x, y)).not.toBe(document.documentElement);
});

test("names are whole on a small phone that lies on its side", async () => {
  await look({ size: LYING, language: PSEUDO });
  await show("yatzy", "middle");
  const names = () => [...document.querySelectorAll<HTMLElement>(".seats .name")];
  expect(names().length).toBeGreaterThan(0);
  const isCut = (one: HTMLElement) => one.scrollWidth > one.clientWidth;
  expect(
    await settled(() =>
      names()
        .filter(isCut)
        .map(({ innerText }) => innerText),
    ),
  ).toEqual([]);
});

test("a broken connection is seen wherever one has scrolled", async () => {
  await look({ size: SMALL, language: PSEUDO });
  await show("yatzy", "middle");
  scrollTo(0, document.body.scrollHeight);
  expect(scrollY).toBeGreaterThan(0);
  dispatchEvent(new Event("offline"));
  await shown(".banner");
  expect(await settled(() => outside(".banner"))).toEqual([]);
});

test("a long address does not widen the chat", async () => {
  const address = `https://example.org/${"cat".repeat(60)}`;
  await look({ size: SMALL, language: PSEUDO });
  await show("yatzy", "middle", { chat: "free" });
  server.socket?.tell({ type: "said", seat: 1, name: "Tabby", phrase: "", text: address, at: 1 } as never);
  const log = await shown(`[role=log][aria-label="${w("page.chat.title")}"]`);
  await until(() => log.textContent?.includes(address) ?? false, "the address");
  expect(await settled(() => (log.scrollWidth > log.clientWidth ? ["the chat is wider"] : cut()))).toEqual([]);
});

test("what is said while a dialog is open stands in it", async () => {
  const found: string[] = [];
  await look({ size: LYING, language: PSEUDO });
  await show("meow", "follow2");
  await tap(page.getByRole("button", { name: w("page.help"), exact: true }));
  await shown("dialog[open] li");
  toast(w("page.connection.waiting"), "bad", 600_000);
  await shown("dialog[open] .toast");
  expect(document.querySelectorAll(".toast")).toHaveLength(1);
  for (const size of [SMALL, LYING, DESKTOP]) {
    const where = await look({ size });
    const faults = await settled(() => [
      ...overlapping(".toast", "dialog[open] > .head, dialog[open] > .inside"),
      ...outside("dialog[open], .toast"),
      ...cut(),
    ]);
    found.push(...faults.map((fault) => `${where}: ${fault}`));
  }
  expect(found).toEqual([]);
});

test("what is said goes when the table moves on", async () => {
  await look({ size: SMALL, language: "en" });
  const { update } = await show("meow", "follow2");
  toast("Not now.", "bad", 600_000);
  await shown(".toast");
  server.socket?.tell({ ...update, version: update.version + 1, events: update.events + 1, notes: [] });
  await until(() => document.querySelector(".toast") === null, "the toast to go");
});

describe("before and between turns", () => {
  test("the lobby", async () => {
    await look({ size: SMALL, language: PSEUDO });
    await open("/t/lobby#k=lobbykey");
    await shown("main img[alt]");
    expect(await everywhere(cut)).toEqual([]);
  });

  test("the invitation comes first, then the people, and bots come last", async () => {
    await open("/t/lobby#k=lobbykey");
    await shown(".letters");
    const order = [".ways", ".qr", ".letters", ".seats", ".start"];
    for (const size of [SMALL, DESKTOP]) {
      await look({ size, language: "en" });
      const places = order.map((each) =>
        [...document.querySelectorAll("main *")].findIndex((one) => one.matches(each)),
      );
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(await settled(() => outside(".ways, .qr, .letters"))).toEqual([]);
    }
  });

  test("a guest with the host's cat is offered another one", async () => {
    await look({ size: SMALL, language: PSEUDO });
    keep({ cat: "calico" });
    await open("/t/lobby#k=lobbykey&from=0", "guest");
    const chosen = (await shown("input[type=radio]:checked")) as HTMLInputElement;
    expect(chosen.value).not.toBe("calico");
    expect(document.querySelector("h1")?.textContent).toContain("Ann");
    expect(await everywhere(cut)).toEqual([]);
  });

  test("an invitation", async () => {
    await look({ size: SMALL, language: PSEUDO });
    await open("/t/lobby#k=lobbykey", "guest");
    await shown("main form button, main button.main");
    expect(await everywhere(cut)).toEqual([]);
  });

  test("the curtain between two people on one device", async () => {
    await look({ size: SMALL, language: PSEUDO });
    await open("/t/shared");
    const words = w("page.curtain.title", { name: "Ann" });
    await until(() => document.querySelector("main h1")?.textContent === words, "the curtain");
    expect(await everywhere(cut)).toEqual([]);
  });
});
