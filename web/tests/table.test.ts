import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { measureLine } from "../src/net/proxy-delay";
import { LiveTable } from "../src/net/table.svelte";
import type { Hint, Said, SeatInfo, ServerMessage, TableInfo, Told, Update } from "../src/wire";

class FakeSocket {
  static newest: FakeSocket;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number; reason?: string }) => void;
  constructor() {
    FakeSocket.newest = this;
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {}
}

let live: LiveTable;
const hear = (message: ServerMessage) => FakeSocket.newest.onmessage?.({ data: JSON.stringify(message) });

function update(version: number, changes: Partial<Update> = {}): void {
  const usual = { view: {}, legal: ["cat", "done"], awaiting: [0, 1], now: 0, deadline: null, clock: null, notes: [] };
  const rest = { take_back: false, over: false, winners: [], racing: false };
  hear({ type: "update", seat: 0, version, events: version, ...usual, ...rest, ...changes });
}

function table(status: TableInfo["status"], ...seats: Partial<SeatInfo>[]): void {
  hear({ type: "table", id: "abc", status, seats, commitment: "" } as TableInfo);
}

const readies = () => FakeSocket.newest.sent.filter(({ type }) => type === "ready").length;

function answer(version: number): void {
  const id = FakeSocket.newest.sent.findLast(({ type }) => type === "hint")?.id as number;
  const hint: Hint = {
    type: "hint",
    seat: 0,
    id,
    version,
    ranked: [{ action: "cat", worth: 3 }],
    reason: null,
    next_best: null,
  };
  hear(hint);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "cats.example" });
  live = new LiveTable("abc");
  live.open();
  FakeSocket.newest.onopen?.();
  update(1);
});
afterEach(() => {
  live.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a person who sits down is ready, and nobody else", () => {
  table("open", { yours: false, ready: false });
  expect(readies()).toBe(0);
  table("open", { yours: true, ready: false });
  expect(readies()).toBe(1);
  table("open", { yours: true, ready: true }, { yours: false, ready: false });
  table("running", { yours: true, ready: false });
  expect(readies()).toBe(1);
});

test("word of being ready that was lost with the line is given again", () => {
  table("open", { yours: true, ready: false });
  FakeSocket.newest.onclose?.({ code: 1006 });
  vi.advanceTimersByTime(60_000);
  FakeSocket.newest.onopen?.();
  table("open", { yours: true, ready: false });
  expect(readies()).toBe(1);
});

test("a hint stays while others act", () => {
  live.askHint(0);
  answer(1);
  update(2, { awaiting: [0] });
  expect(live.hint?.ranked[0]?.action).toBe("cat");
});

test("a hint about an older version counts while one can do the same", () => {
  live.askHint(0);
  update(2, { awaiting: [0] });
  answer(1);
  expect(live.hint?.version).toBe(1);
});

test.each<[string, Partial<Update>]>([
  ["one can do something else", { legal: ["done"] }],
  ["one is not awaited", { awaiting: [1] }],
  ["one's seat has moved", { notes: [{ event: 2, note: { seat: 0 } } as Told] }],
])("a hint is forgotten, or does not come, when %s", (_, changes) => {
  live.askHint(0);
  answer(1);
  update(2, changes);
  expect(live.hint).toBeNull();
  update(3);
  live.askHint(0);
  update(4, changes);
  answer(3);
  expect(live.hint).toBeNull();
});

test("a hint is forgotten when one acts, and not when somebody else on this device does", () => {
  update(1, { seat: 1 });
  live.askHint(0);
  answer(1);
  live.act(1, "cat");
  expect(live.hint).not.toBeNull();
  live.act(0, "cat");
  expect(live.hint).toBeNull();
});

test("a refused question waits for nothing", () => {
  live.askHint(0);
  const id = live.question?.id as number;
  hear({ type: "refused", id, code: "one_hint", words: "", allowed: [], values: {}, reason: null });
  expect(live.question).toBeNull();
});

test("a question is forgotten with its line, a hint is not", () => {
  live.askHint(0);
  live.lost();
  expect(live.question).toBeNull();
  live.hurry();
  FakeSocket.newest.onopen?.();
  update(1);
  live.askHint(0);
  answer(1);
  live.lost();
  live.hurry();
  FakeSocket.newest.onopen?.();
  update(2);
  expect(live.hint).not.toBeNull();
});

test("news are what is said while we are here, once", () => {
  const said = (at: number): Said => ({ type: "said", name: "Bob", seat: 1, phrase: "hello", text: "", at });
  hear(said(1));
  expect(live.news).toBeNull();
  table("running");
  hear(said(2));
  expect(live.news?.at).toBe(2);
  live.lost();
  live.hurry();
  FakeSocket.newest.onopen?.();
  [1, 2, 3].forEach((at) => hear(said(at)));
  expect(live.said.map(({ at }) => at)).toEqual([1, 2, 3]);
  expect(live.news?.at).toBe(3);
});

test("the seat that took something back is known until the next update", () => {
  update(2, { awaiting: [1] });
  expect(live.back(0)).toBe(undefined);
  update(3, { events: 1, awaiting: [0] });
  expect(live.back(0)).toBe(0);
  update(4, { events: 2, awaiting: [1] });
  expect(live.back(0)).toBe(undefined);
});

test("on a new line nothing counts as taken back", () => {
  update(2, { awaiting: [1] });
  FakeSocket.newest.onclose?.({ code: 1006 });
  vi.advanceTimersByTime(60_000);
  FakeSocket.newest.onopen?.();
  update(3, { events: 1, awaiting: [0] });
  expect(live.back(0)).toBe(undefined);
});

test("opens as many connections as the server asks for to measure the line, one after the other", async () => {
  const opened: { url: string; onclose?: () => void }[] = [];
  const connect = (url: string) => {
    opened.push({ url });
    return opened.at(-1) as unknown as WebSocket;
  };
  const measuring = measureLine("a b", 2, connect);
  expect(opened.map(({ url }) => url)).toEqual(["ws://cats.example/api/tables/a%20b/line"]);
  opened[0]?.onclose?.();
  await vi.waitFor(() => expect(opened).toHaveLength(2));
  opened[1]?.onclose?.();
  await measuring;
  expect(opened).toHaveLength(2);
});

test("measures its connection on request", () => {
  const table = FakeSocket.newest;
  hear({ type: "measure_line", times: 3 });
  expect(FakeSocket.newest).not.toBe(table);
});

const settled = () => vi.advanceTimersByTimeAsync(0);

function answering(status: number, problem: object): void {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(problem), { status })));
}

test("a line that the server closes says why", () => {
  FakeSocket.newest.onclose?.({ code: 1013, reason: "store_failed" });
  expect(live.why?.code).toBe("store_failed");
});

test("a table that moves to another server says so", () => {
  FakeSocket.newest.onclose?.({ code: 1013, reason: "moved" });
  expect(live.why?.code).toBe("moving");
});

test("requests the reason while a connection cannot be opened", async () => {
  answering(503, { code: "too_busy", words: "Busy", values: {}, reason: null });
  FakeSocket.newest.onclose?.({ code: 1006, reason: "" });
  await settled();
  expect(live.why).toBeNull();
  vi.advanceTimersByTime(1000);
  FakeSocket.newest.onclose?.({ code: 1006, reason: "" });
  await settled();
  expect(live.why?.code).toBe("too_busy");
  vi.advanceTimersByTime(5000);
  FakeSocket.newest.onopen?.();
  expect(live.why).toBeNull();
});

test("neither a missing answer nor a connection that can be opened counts as a reason", async () => {
  for (const [status, code] of [
    [400, "bad_request"],
    [502, "unknown"],
  ] as const) {
    answering(status, { code });
    FakeSocket.newest.onclose?.({ code: 1006, reason: "" });
    vi.advanceTimersByTime(20_000);
    FakeSocket.newest.onclose?.({ code: 1006, reason: "" });
    await settled();
    expect(live.why).toBeNull();
    vi.advanceTimersByTime(20_000);
  }
});
