import { afterEach, expect, test } from "vitest";
import { keep } from "../src/settings.svelte";
import { w } from "../src/words/index.svelte";
import type { Update } from "../src/wire";
import { server } from "./server";
import { look, settled, show, shown, until } from "./stage";
import { unfit } from "./faults";

// What taps on a board send, and what a board shows of others' turns.

const PHONE = [390, 664] as const;
const acts = () => (server.socket?.sent ?? []).filter(({ type }) => type === "act");

/** A tap as a browser reports it: what pointed, then the click. */
function tap(one: Element | null | undefined): void {
  one?.dispatchEvent(new PointerEvent("pointerdown", { pointerType: "touch", bubbles: true }));
  (one as HTMLElement | null)?.click();
}

afterEach(() => keep({ oneTap: false }));

test("a tap lifts a card of MEOW, and a second one plays it", async () => {
  await look({ size: PHONE, language: "en" });
  await show("meow", "start");
  const card = await shown(".hand button.legal");
  tap(card);
  await until(() => card.textContent?.includes(w("page.meow.again")) ?? false, "the lifted card to say so");
  expect(acts()).toEqual([]);
  expect(await settled(unfit)).toEqual([]);
  tap(card);
  expect(acts()).toHaveLength(1);
});

test("a tap on another card lifts that one", async () => {
  await look({ size: PHONE, language: "en" });
  await show("meow", "start");
  await shown(".hand button.legal");
  const [first, second] = document.querySelectorAll(".hand button.legal");
  tap(first);
  tap(second);
  expect(acts()).toEqual([]);
  await until(() => second?.textContent?.includes(w("page.meow.again")) ?? false, "the second card to be lifted");
});

test("one tap plays a card where somebody has set that", async () => {
  keep({ oneTap: true });
  await look({ size: PHONE, language: "en" });
  await show("meow", "start");
  tap(await shown(".hand button.legal"));
  expect(acts()).toHaveLength(1);
});

/** A card is chosen before our turn; then it comes, and these cards may be played. */
async function planned(legal: (card: string) => boolean): Promise<string> {
  await look({ size: PHONE, language: "en" });
  const { update } = await show("meow", "new_round");
  tap(await shown(".hand button[aria-pressed=false]"));
  await shown(".hand button[aria-pressed=true]");
  const view = update.view as { hand: { card: string }[] };
  const hand = view.hand.map((each) => ({ ...each, legal: legal(each.card) }));
  const actions = hand.filter((each) => each.legal).map(({ card }) => `play ${card}`);
  const turn = { ...update, version: update.version + 1, legal: actions, awaiting: [update.seat], notes: [] };
  server.socket?.tell({ ...turn, view: { ...view, hand, turn: update.seat } } as Update);
  return view.hand[0]?.card ?? "";
}

test("a card that was chosen in advance is played when the turn comes", async () => {
  const card = await planned(() => true);
  await until(() => acts().length > 0, "the card to be played");
  expect(acts()[0]).toMatchObject({ action: `play ${card}` });
});

test("a card chosen in advance that may not be played stays in the hand", async () => {
  const first = await planned((card) => card !== "P3");
  expect(first).toBe("P3");
  await until(() => document.body.innerText.includes(w("page.meow.next.barred")), "the reason");
  expect(acts()).toEqual([]);
});

test("what a bot of Yatzy has filled stays in view until somebody rolls", async () => {
  await look({ size: PHONE, language: "en" });
  const { update, table } = await show("yatzy", "waiting");
  const filled = { kind: "scores", seat: 1, box: "fat_cat", points: 25 };
  const view = { ...(update.view as object), dice: [], turn: 0, rolls_left: 3 };
  const told = { ...update, view, notes: [{ event: update.events + 1, note: filled }] };
  server.socket?.tell({ ...told, version: update.version + 1, events: update.events + 1 } as Update);
  const words = w("page.yatzy.filled", { name: table.seats[1]?.name, points: 25, box: w("yatzy.box.fat_cat") });
  await until(() => document.body.innerText.includes(words), words);
  server.socket?.tell({ ...update, version: update.version + 2, events: update.events + 2, notes: [] } as Update);
  await until(() => !document.body.innerText.includes(words), "the next roll to remove it");
});

test("news of the table leave what screen readers hear about a move", async () => {
  await look({ size: PHONE, language: "en" });
  const { table, update } = await show("yatzy", "start");
  const ours = () => document.title.startsWith(w("page.turn.title"));
  await until(ours, "our turn");
  const waits = { ...update, version: update.version + 1, awaiting: [], legal: [], notes: [] };
  server.socket?.tell(waits as Update);
  await until(() => !ours(), "the turn of somebody else");
  const notes = [{ event: update.events + 1, note: { kind: "scores", seat: 1, box: "fat_cat", points: 25 } }];
  server.socket?.tell({ ...update, version: update.version + 2, events: update.events + 1, notes } as Update);
  await until(ours, "our turn again");
  const said = () => document.querySelector(".unseen[role=log]")?.textContent ?? "";
  expect(said()).toContain(w("page.turn.yours"));
  server.socket?.tell({ ...table, seats: table.seats.map((seat) => ({ ...seat, name: "Zita" })) });
  await until(() => document.body.innerText.includes("Zita"), "the news of the table");
  expect(said()).toContain(w("page.turn.yours"));
});
