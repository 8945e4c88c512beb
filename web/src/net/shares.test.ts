import { beforeEach, expect, it, vi } from "vitest";
import { pledge } from "../../fate.js";
import type { SeatInfo, TableInfo } from "../wire";
import { checkShares, ownShare, pledged, revealed } from "./shares";

const seat = (changes: Partial<SeatInfo>): SeatInfo =>
  ({ name: "Ann", kind: "person", yours: false, ready: true, pledge: "", contribution: "", ...changes }) as SeatInfo;
const table = (...seats: SeatInfo[]): TableInfo =>
  ({
    id: "t1",
    status: "over",
    lesson: "",
    seats,
    contributions: seats.map((each) => each.contribution).filter(Boolean),
  }) as TableInfo;
const shown = (share: string) => seat({ pledge: pledge(share), contribution: share });

beforeEach(() => {
  const texts = new Map<string, string>();
  const storage = { getItem: (key: string) => texts.get(key) ?? null, setItem: texts.set.bind(texts) };
  vi.stubGlobal("localStorage", storage);
});

it("pledges one contribution for a match, on every call", () => {
  const first = pledged("t2");
  expect(pledged("t2")).toBe(first);
  expect(pledge(ownShare("t2")?.share ?? "")).toBe(first);
});

it("reveals its contribution only in answer to its own pledge, and remembers all pledges first", () => {
  const mine = seat({ yours: true, pledge: pledged("t1") });
  expect(revealed(table(seat({ pledge: pledge("x") })))).toBeNull();
  const info = table(mine, seat({ pledge: pledge("x") }));
  expect(revealed(info)).toBe(ownShare("t1")?.share);
  expect(ownShare("t1")?.pledges).toEqual(info.seats.map((each) => each.pledge));
});

it("finds that its contribution counted", () => {
  const info = table(shown("a"), shown("b"));
  const own = { share: "b", pledges: info.seats.map((each) => each.pledge) };
  expect(checkShares(info, own)).toEqual({ count: 2, own: true, pledges: true, fitting: true, withheld: [] });
});

it("finds that its contribution was left out or exchanged", () => {
  const seen = [pledge("a"), pledge("b")];
  const without = table(shown("a"), seat({ pledge: pledge("b") }));
  expect(checkShares(without, { share: "b", pledges: seen })).toMatchObject({ own: false, withheld: [1] });
  const exchanged = table(shown("a"), shown("c"));
  expect(checkShares(exchanged, { share: "b", pledges: seen })).toMatchObject({ own: false, pledges: false });
});

it("finds that somebody chose after the pledges", () => {
  const seen = [pledge("a"), pledge("b")];
  expect(checkShares(table(shown("z"), shown("b")), { share: "b", pledges: seen }).pledges).toBe(false);
  const unlike = table(seat({ pledge: pledge("a"), contribution: "z" }), shown("b"));
  expect(checkShares(unlike, null).fitting).toBe(false);
});

it("says that nobody contributed", () => {
  expect(checkShares(table(seat({}), seat({})), null)).toMatchObject({ count: 0, own: null, fitting: true });
});

it("knows matches from before pledges", () => {
  const old = { ...table(seat({}), seat({})), contributions: ["a", "b"] };
  expect(checkShares(old, { share: "b", pledges: null })).toMatchObject({ own: true, fitting: true, pledges: null });
});
