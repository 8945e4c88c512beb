import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { beforeEach, expect, test, vi } from "vitest";
import { address, clearOlder, fetchBundle, keptBundle, offered, removeBundle, type Bundle } from "./bundle";

class FakeCache {
  entries = new Map<string, Response>();
  keys = () => Promise.resolve([...this.entries.keys()].map((url) => ({ url })));
  match = (key: string | { url: string }) =>
    Promise.resolve(this.entries.get(typeof key === "string" ? key : key.url)?.clone());
  put = (url: string, response: Response) => Promise.resolve(void this.entries.set(url, response));
  delete = (key: string | { url: string }) =>
    Promise.resolve(this.entries.delete(typeof key === "string" ? key : key.url));
}

let cache: FakeCache;
/** The server's files by name; null: the connection breaks off there. */
let server: Record<string, Buffer | null>;
let fetched: string[];

function bundle(version: string, files: Record<string, string>): Bundle {
  const described = Object.entries(files).map(([name, text]) => {
    const sha256 = createHash("sha256").update(text).digest("hex");
    const packed = gzipSync(text);
    server[`${sha256.slice(0, 12)}-${name}.packed`] = packed;
    return { name, bytes: text.length, compressed: packed.length, sha256 };
  });
  const compressed = described.reduce((sum, file) => sum + file.compressed, 0);
  return { version, compressed, files: described, games: [] };
}

async function kept(version: string, name: string): Promise<string | undefined> {
  return (await cache.match(address(version, name)))?.text();
}

beforeEach(() => {
  [cache, server, fetched] = [new FakeCache(), {}, []];
  vi.stubGlobal("document", { baseURI: "https://cats.example/salon/" });
  vi.stubGlobal("caches", { open: () => Promise.resolve(cache), delete: () => Promise.resolve(cache.entries.clear()) });
  vi.stubGlobal("fetch", (url: URL) => {
    const name = url.pathname.split("/").at(-1) as string;
    fetched.push(name.slice(13));
    const bytes = server[name];
    return bytes ? Promise.resolve(new Response(new Uint8Array(bytes))) : Promise.reject(new TypeError());
  });
});

test("all files are fetched, unpacked and kept, and the progress ends at what was announced", async () => {
  const wanted = bundle("1", { "a.mjs": "one", "b.zip": "two" });
  const seen: number[] = [];
  await fetchBundle(wanted, (bytes) => seen.push(bytes));
  expect([await kept("1", "a.mjs"), await kept("1", "b.zip")]).toEqual(["one", "two"]);
  expect((await cache.match(address("1", "a.mjs")))?.headers.get("Content-Type")).toBe("text/javascript");
  expect(seen.at(-1)).toBe(wanted.compressed);
  expect((await keptBundle())?.version).toBe("1");
});

test("after a broken line the rest is fetched, and nothing counts as kept before", async () => {
  const wanted = bundle("1", { "a.mjs": "one", "b.zip": "two" });
  const name = `${wanted.files[1]?.sha256.slice(0, 12)}-b.zip.packed`;
  const second = server[name] as Buffer;
  server[name] = null;
  await expect(fetchBundle(wanted, () => undefined)).rejects.toMatchObject({ why: "offline" });
  expect(await keptBundle()).toBeNull();
  server[name] = second;
  await fetchBundle(wanted, () => undefined);
  expect(fetched).toEqual(["a.mjs.packed", "b.zip.packed", "b.zip.packed"]);
  expect((await keptBundle())?.version).toBe("1");
});

test("what arrives damaged is refused and not kept", async () => {
  const wanted = bundle("1", { "a.mjs": "one" });
  server[`${wanted.files[0]?.sha256.slice(0, 12)}-a.mjs.packed`] = gzipSync("another");
  await expect(fetchBundle(wanted, () => undefined)).rejects.toMatchObject({ why: "damaged" });
  expect(cache.entries.size).toBe(0);
});

test("an update fetches what has changed; the old version stays until it is cleared away", async () => {
  await fetchBundle(bundle("1", { "a.mjs": "one", "b.zip": "two" }), () => undefined);
  fetched = [];
  await fetchBundle(bundle("2", { "a.mjs": "one", "b.zip": "other" }), () => undefined);
  expect(fetched).toEqual(["b.zip.packed"]);
  expect([await kept("2", "a.mjs"), await kept("2", "b.zip")]).toEqual(["one", "other"]);
  expect([(await keptBundle())?.version, await kept("1", "b.zip")]).toEqual(["2", "two"]);
  await clearOlder("2");
  expect([...cache.entries.keys()].filter((url) => url.includes("/1/"))).toEqual([]);
  expect(await kept("2", "b.zip")).toBe("other");
});

test("clearing up leaves alone what is being fetched, and the newest of several", async () => {
  await fetchBundle(bundle("1", { "a.mjs": "one" }), () => undefined);
  await cache.put(address("3", "a.mjs"), new Response("on its way"));
  await clearOlder("1");
  expect([await kept("1", "a.mjs"), await kept("3", "a.mjs")]).toEqual(["one", "on its way"]);
  await fetchBundle(bundle("2", { "a.mjs": "two" }), () => undefined);
  expect(await kept("3", "a.mjs")).toBeUndefined();
  await fetchBundle(bundle("1", { "a.mjs": "one" }), () => undefined);
  expect((await keptBundle())?.version).toBe("1");
});

test("an update that breaks off leaves the old version usable", async () => {
  await fetchBundle(bundle("1", { "a.mjs": "one" }), () => undefined);
  const next = bundle("2", { "a.mjs": "newer" });
  server[`${next.files[0]?.sha256.slice(0, 12)}-a.mjs.packed`] = null;
  await expect(fetchBundle(next, () => undefined)).rejects.toMatchObject({ why: "offline" });
  expect((await keptBundle())?.version).toBe("1");
  expect(await kept("1", "a.mjs")).toBe("one");
});

test("it can be removed", async () => {
  await fetchBundle(bundle("1", { "a.mjs": "one" }), () => undefined);
  await removeBundle();
  expect(await keptBundle()).toBeNull();
});

test("a server that is still packing says so, and one that has nothing does not", async () => {
  const answers = new Map([["packing.txt", 200]]);
  vi.stubGlobal("fetch", (url: URL) =>
    Promise.resolve(new Response("", { status: answers.get(url.pathname.split("/").at(-1) as string) ?? 404 })),
  );
  await expect(offered()).rejects.toMatchObject({ why: "packing" });
  answers.clear();
  await expect(offered()).rejects.toMatchObject({ why: "trouble" });
});
