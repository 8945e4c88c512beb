import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";
import { pictured, siteManifest } from "../build/manifest.ts";
import { shell } from "../build/service-worker.ts";

test("only English words are part of what every visitor stores", () => {
  const built = {
    "index.html": {},
    "assets/main-1.js": { moduleIds: ["/src/main.ts"] },
    "assets/style-2.css": {},
    "assets/en-3.js": { moduleIds: ["\0virtual:words/en"] },
    "assets/pl-4.js": { moduleIds: ["\0virtual:words/pl"] },
    "assets/pl-5.js": { moduleIds: ["\0virtual:words/later/pl"] },
    "assets/pl-6.js": { moduleIds: ["\0virtual:words/games/house-of-cats/pl"] },
    "assets/languages-6.js": { moduleIds: ["\0virtual:words/languages"] },
  };
  expect(shell(built)).toEqual({
    files: ["assets/main-1.js", "assets/style-2.css", "assets/en-3.js", "assets/languages-6.js"],
    words: { pl: ["assets/pl-4.js", "assets/pl-5.js", "assets/pl-6.js"] },
  });
});

class Kept extends Map<string, Response> {
  async addAll(wanted: { url: string }[]): Promise<void> {
    for (const { url } of wanted) this.set(url, await fetched());
  }
  match(url: string): Promise<Response | undefined> {
    return Promise.resolve(this.get(url));
  }
}

const caches = {
  named: new Map<string, Kept>(),
  open(name: string): Promise<Kept> {
    const found = this.named.get(name) ?? new Kept();
    this.named.set(name, found);
    return Promise.resolve(found);
  },
  keys: () => Promise.resolve([...caches.named.keys()]),
  delete: (name: string) => Promise.resolve(caches.named.delete(name)),
};
/** The network, or nothing. */
let fetched: () => Promise<Response>;

type Event = Record<string, unknown>;

/** The service worker of a version; the answer of its listener to an event. */
function worker(version: string): (kind: string, event?: Event) => Promise<unknown> {
  const heard = new Map<string, (event: Event) => void>();
  const nothing = (): Promise<void> => Promise.resolve();
  const self = {
    registration: { scope: "https://cats.example/" },
    navigator: { languages: ["en"] },
    clients: { claim: nothing },
    skipWaiting: nothing,
    addEventListener: (kind: string, listener: (event: Event) => void) => heard.set(kind, listener),
  };
  class Request {
    constructor(readonly url: string) {}
  }
  const world = { self, caches, Request, Response, URL, location: { origin: "https://cats.example" } };
  const lists = `const VERSION = "${version}"; const FILES = []; const WORDS = {};`;
  const source = readFileSync(new URL("../src/service-worker.js", import.meta.url), "utf-8");
  runInContext(lists + source, createContext({ ...world, fetch: () => fetched() }));
  return async (kind, event = {}) => {
    let answer: unknown;
    const answered = (found: unknown): void => void (answer = found);
    heard.get(kind)?.({ ...event, waitUntil: answered, respondWith: answered });
    return answer;
  };
}

test("a new version replaces the page that is kept, with the headers that the server sends now", async () => {
  const answering = (camera: string) => () =>
    Promise.resolve(new Response("", { headers: { "Permissions-Policy": camera } }));
  fetched = answering("camera=()");
  await worker("000000000001")("install");
  fetched = answering("camera=(self)");
  const renewed = worker("000000000002");
  await renewed("install");
  await renewed("activate");
  fetched = () => Promise.reject(new Error("no network"));
  const page = await renewed("fetch", {
    request: { method: "GET", mode: "navigate", url: "https://cats.example/new/meow" },
  });
  expect((page as Response).headers.get("Permissions-Policy")).toBe("camera=(self)");
});

test("the manifest shows pictures of the documentation, in their own size", () => {
  const all = pictured();
  expect(
    all.map(({ picture }) => {
      const header = readFileSync(picture).subarray(16, 24);
      return `${header.readUInt32BE(0)}x${header.readUInt32BE(4)}`;
    }),
  ).toEqual(all.map(({ sizes }) => sizes));
  expect(new Set(all.map(({ sizes }) => sizes)).size).toBe(2);
});

test("shortcuts of a folder of static files lead to pages that need no server", () => {
  expect(siteManifest().shortcuts.map(({ url }) => url)).toEqual(["./#/puzzles", "./#/learn"]);
});
