import { beforeEach, expect, it, vi } from "vitest";

/** A browser's storage: all of it that we use. */
function storage(texts: Record<string, string>): Storage {
  const kept = new Map(Object.entries(texts));
  return {
    get length() {
      return kept.size;
    },
    key: (i: number) => [...kept.keys()][i] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
    clear: () => kept.clear(),
  };
}

const names = (of: Storage) => Array.from({ length: of.length }, (_, i) => of.key(i));

const calls = vi.hoisted(() => ({ stop: vi.fn(() => Promise.resolve()), done: [] as string[] }));
vi.mock("./notifications.svelte", () => ({ calls }));
vi.mock("../offline/store", () => ({ removeStore: () => Promise.resolve(void calls.done.push("store")) }));

beforeEach(() => {
  vi.resetModules();
  calls.done = [];
  calls.stop = vi.fn(() => Promise.resolve(void calls.done.push("push")));
  const mine = { name: "Ann", cat: "momo", theme: "dark", language: "de", device: "", handed: ["t1"], confirm: true };
  vi.stubGlobal(
    "localStorage",
    storage({
      purrlor: JSON.stringify(mine),
      "purrlor-games": "[]",
      "purrlor-share-t1": "{}",
      "purrlor-pad-some-game": "{}",
      "purrlor.some-game.practice": "{}",
      "another program": "stays",
    }),
  );
  vi.stubGlobal("sessionStorage", storage({ "purrlor.join.t1": "word" }));
  vi.stubGlobal("indexedDB", {});
  vi.stubGlobal("location", { assign: (path: string) => calls.done.push(path), href: "" });
});

it("deletes everything that is stored for the person, and the push subscription first", async () => {
  const { goodbye } = await import("./goodbye");
  const leave = () => Promise.resolve(calls.done.push("left") > 0);
  expect(await goodbye(leave, "Bye!")).toBe(true);
  expect(calls.done).toEqual(["push", "left", "store", "/"]);
  expect(names(localStorage)).toEqual(["purrlor", "purrlor-games", "another program"]);
  const kept = JSON.parse(localStorage.getItem("purrlor") ?? "{}") as Record<string, unknown>;
  expect(kept).toMatchObject({ name: "", cat: "", theme: "dark", language: "de", handed: [], confirm: false });
  expect(names(sessionStorage)).toEqual(["purrlor-toast"]);
});

it("deletes nothing if the server could not let go", async () => {
  const { goodbye } = await import("./goodbye");
  expect(await goodbye(() => Promise.resolve(false), "Bye!")).toBe(false);
  expect(calls.done).toEqual(["push"]);
  expect(localStorage.length).toBe(6);
});
