import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { wish } from "../src/games/addi-cats/settings.svelte";
import type { Picture as Race } from "../src/games/addi-cats/wire";
import type { Picture as House } from "../src/games/house-of-cats/wire";
import { keep } from "../src/settings.svelte";
import { w } from "../src/words/index.svelte";
import type { Update } from "../src/wire";
import { cut, outside, overlapping } from "./faults";
import { server } from "./server";
import { look, settled, show, shown, tap, until } from "./stage";

// What the drawn boards of House of Cats and Addi Cat's promise, on phones, tablets and desktops.

const SMALL = [360, 640] as const;
const TABLET = [768, 1024] as const;
const DESKTOPS = [[1280, 800] as const, [1440, 900] as const];
const SIZES = [SMALL, [390, 664] as const, [640, 360] as const, TABLET, ...DESKTOPS];

/** Sends the next update: the one before with these changes to its view. */
function tell<View>(update: Update, view: Partial<View>, more: Partial<Update> = {}): Update {
  const next = {
    ...update,
    version: update.version + 1,
    notes: [],
    ...more,
    view: { ...(update.view as View), ...view },
  };
  server.socket?.tell(next as Update);
  return next as Update;
}

const texts = (selector: string) =>
  [...document.querySelectorAll(selector)].map((one) => one.textContent?.trim() ?? "");
const press = (one: Element) => one.dispatchEvent(new PointerEvent("pointerdown", { button: 0, bubbles: true }));

/** A device that vibrates, after a first tap. */
function vibrating() {
  keep({ buzz: true });
  vi.spyOn(navigator.userActivation, "hasBeenActive", "get").mockReturnValue(true);
  return vi.spyOn(navigator, "vibrate").mockReturnValue(true);
}
afterEach(() => vi.restoreAllMocks());

describe("house-of-cats", () => {
  test.each(SIZES)("the house keeps its size at %d x %d while texts change", async (...size) => {
    await look({ size, language: "de" });
    const { update } = await show("house-of-cats", "level1");
    const box = () => {
      const { top, width, height } = (document.querySelector(".own .sheet-grid") as Element).getBoundingClientRect();
      return [top, width, height].map(Math.round).join();
    };
    let before = "";
    const moving = () => (box() === before ? [] : [`the house moves from ${before} to ${(before = box())}`]);
    const moved = () => (box() === before ? [] : [`the house moved from ${before} to ${box()}`]);
    expect(await settled(moving)).toEqual([]);
    const forfeit = [{ kind: "forfeit", say: "forfeit", targets: [], symbol: "", ability: "", how: "", loses: 2 }];
    const given = tell<House>(update, { choices: forfeit as unknown as House["choices"] });
    await shown(".loss button");
    expect(await settled(moved)).toEqual([]);
    const turn = { ...(update.view as House).turn, done: true, left: 0 } as House["turn"];
    tell<House>(given, { choices: [], turn, waiting: [true, false, false] });
    await until(() => !document.querySelector(".loss button"), "nothing to give up");
    expect(await settled(moved)).toEqual([]);
  });

  test.each(["level1", "level2", "level4"])("the sheet of %s is whole on a desktop", async (name) => {
    const found: string[] = [];
    await look({ size: DESKTOPS[0] as readonly [number, number], language: "en" });
    await show("house-of-cats", name);
    for (const size of DESKTOPS) {
      const where = await look({ size });
      found.push(
        ...(await settled(() => [...outside(".own .sheet-grid"), ...cut()])).map((each) => `${where}: ${each}`),
      );
    }
    expect(found).toEqual([]);
  });

  test.each([SMALL, [390, 664] as const])("abilities say what they do at %d x %d", async (...size) => {
    await look({ size, language: "fr" });
    await show("house-of-cats", "level3");
    await shown(".ability .short");
    const found = () => [...cut(), ...outside(".ability"), ...outside(".ability .short")];
    expect(await settled(found)).toEqual([]);
  });

  test("a die that cannot be written says why", async () => {
    await look({ size: SMALL, language: "en" });
    await show("house-of-cats", "ready");
    await tap(".tray button.idle");
    await until(() => texts(".toast").includes(w("page.house-of-cats.why.enough")), "the reason");
  });

  test("giving up beside empty spaces says what they lack", async () => {
    await look({ size: SMALL, language: "en" });
    const { update } = await show("house-of-cats", "level1");
    const forfeit = { kind: "forfeit", say: "forfeit", targets: [], symbol: "", ability: "", how: "", loses: 3 };
    tell<House>(update, { choices: [forfeit] as unknown as House["choices"] });
    await shown(".loss button");
    expect(texts(".loss p")[0]).toContain("No empty space touches");
  });

  test("a completed room can be felt", async () => {
    await look({ size: SMALL, language: "en" });
    const { update } = await show("house-of-cats", "level1");
    const vibrate = vibrating();
    const turn = (update.view as House).turn as NonNullable<House["turn"]>;
    const rooms = [...turn.house.rooms, { number: "2", spaces: ["A1", "A2"], points: 1, fresh: true }];
    tell<House>(update, { turn: { ...turn, house: { ...turn.house, rooms } } });
    await until(() => vibrate.mock.calls.length === 1, "a pulse");
  });

  test("cats that were crossed off have left", async () => {
    await look({ size: SMALL, language: "en" });
    const { update } = await show("house-of-cats", "level1");
    expect(document.querySelectorAll(".own .cat.crossed")).toHaveLength(2);
    const turn = (update.view as House).turn as NonNullable<House["turn"]>;
    tell<House>(update, { turn: { ...turn, house: { ...turn.house, cats: 3 } } });
    await until(() => document.querySelectorAll(".own .cat.crossed").length === 3, "a third cat to leave");
  });
});

describe("addi-cats", () => {
  beforeEach(() => wish({ parts: false }));
  const zones = () => document.querySelectorAll(".mouse .zone").length;

  test.each(["two", "four", "six", "untimed"])("the table of %s fits tablets and desktops", async (name) => {
    const found: string[] = [];
    await look({ size: TABLET, language: "de" });
    await show("addi-cats", name);
    for (const size of [TABLET, ...DESKTOPS]) {
      const where = await look({ size });
      const faults = () => [...overlapping(".mouse", ".place"), ...outside(".place, .mouse"), ...cut()];
      found.push(...(await settled(faults)).map((each) => `${where}: ${each}`));
    }
    expect(found).toEqual([]);
  });

  test.each(DESKTOPS)("the table takes what the window leaves at %d x %d", async (...size) => {
    await look({ size, language: "en" });
    await show("addi-cats", "four");
    const bottom = () => document.querySelector(".table")?.getBoundingClientRect().bottom ?? 0;
    await until(() => bottom() > 0.93 * size[1] && bottom() <= size[1], "the table to reach the lower edge");
  });

  test("a tap on the mouse that counts for nothing is answered", async () => {
    await look({ size: SMALL, language: "en" });
    await show("addi-cats", "start");
    const zone = await shown(".zone");
    // The answer is gone after a moment, and each tap is answered.
    await until(() => press(zone) && texts(".said").includes(w("page.addi-cats.tap.none")), "the answer");
  });

  test("a tap on the own stack out of turn says whose turn it is", async () => {
    await look({ size: SMALL, language: "en" });
    await show("addi-cats", "start");
    const stack = (await shown(".own button.stack")) as HTMLElement;
    await until(() => {
      stack.click();
      return texts(".said").some((said) => said.startsWith("Not your turn"));
    }, "the answer");
  });

  test("a hit without right says which sums lay open", async () => {
    await look({ size: SMALL, language: "en" });
    const { update } = await show("addi-cats", "verdict");
    const open = (update.view as Race).places.map((place, at) => ({
      ...place,
      top: at ? place.top : [addition(5, 6)],
    }));
    const before = tell<Race>(update, { places: open });
    await until(() => texts(".own .pile").some((pile) => pile.includes("5+6")), "the card");
    const greedy = { event: 40, note: { kind: "greedy", seat: 0, cards: 4, reason: "nothing_equal" } };
    tell<Race>(before, { places: open.map((place) => ({ ...place, top: [] })) }, { notes: [greedy] as never });
    await until(() => texts(".line p").some((said) => said.startsWith("Not yet: 11 and 9.")), "the sums");
  });

  test.each([
    [{ kind: "wins_equality", seat: 0, seats: [1], cards: 2, total: 9, proof: "9" }, 3],
    [{ kind: "greedy", seat: 0, cards: 4, reason: "nothing_equal" }, 1],
  ])("what your hit brought can be felt: $kind", async (note, pulses) => {
    await look({ size: SMALL, language: "en" });
    const { update } = await show("addi-cats", "four");
    const vibrate = vibrating();
    tell<Race>(update, {}, { notes: [{ event: 40, note }] as never });
    await until(() => vibrate.mock.calls.some(([pattern]) => (pattern as number[]).length === pulses), "the pulses");
  });

  test("the mouse is one target until the first tie, which is explained", async () => {
    await look({ size: SMALL, language: "en" });
    const { update } = await show("addi-cats", "verdict");
    expect(zones()).toBe(1);
    const hit = (seat: number, after: number) => ({
      event: 40 + seat,
      note: { kind: "hits", seat, part: "head", after },
    });
    const won = { event: 43, note: { kind: "wins_equality", seat: 0, seats: [1], cards: 2, total: 9, proof: "9" } };
    tell<Race>(update, {}, { notes: [hit(0, 700), hit(1, 705), won] as never });
    await until(() => zones() === 2, "a head and a body");
    expect(texts(".line p")).toContain(w("page.addi-cats.tie"));
  });

  test("a U-turn turns the arrows", async () => {
    await look({ size: SMALL, language: "en" });
    const { update } = await show("addi-cats", "start");
    expect(texts(".loop p")).toEqual([w("page.addi-cats.clockwise")]);
    tell<Race>(update, { direction: -1 });
    await until(() => texts(".loop p").includes(w("page.addi-cats.backwards")), "the other way");
  });

  test("without a clock nobody is asked while there is nothing to compare", async () => {
    await look({ size: SMALL, language: "en" });
    const { update } = await show("addi-cats", "untimed");
    const places = (update.view as Race).places.map((place, at) => ({ ...place, top: at ? [] : place.top }));
    tell<Race>(update, { places });
    await until(() => sentActions().includes("pass"), "the mouse to be let be");
  });

  test("without a clock the player is asked about a new sum", async () => {
    await look({ size: SMALL, language: "en" });
    await show("addi-cats", "untimed");
    const pass = (await shown("button.pass")) as HTMLButtonElement;
    expect(pass.disabled).toBe(false);
    expect(sentActions()).toEqual([]);
  });
});

const addition = (one: number, other: number) => ({
  kind: "addition" as const,
  text: `${one}+${other}`,
  numbers: [one, other],
});
const sentActions = () => (server.socket?.sent ?? []).flatMap((each) => ("action" in each ? [each.action] : []));
