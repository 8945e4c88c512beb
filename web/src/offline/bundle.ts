// The files for offline play: fetched once, checked, and kept in the browser's cache.

import type { GameInfo } from "../wire";

/** `device/bundle.json`, as purrlor.offline.bundle writes it. */
export interface Bundle {
  version: string;
  /** Bytes to load. */
  compressed: number;
  files: BundledFile[];
  /** The page of a static site before the files are here. */
  games: GameInfo[];
}

export interface BundledFile {
  name: string;
  bytes: number;
  compressed: number;
  sha256: string;
}

const CACHE = "purrlor-device";
/** Stands in the cache once all files do. */
const COMPLETE = "bundle.json";
const TYPES: Record<string, string> = {
  mjs: "text/javascript",
  wasm: "application/wasm",
  json: "application/json",
  zip: "application/zip",
};

/** The reasons why the games cannot be downloaded or stored; the catalogue has a sentence for each. */
export type Hindrance = "offline" | "packing" | "damaged" | "full" | "trouble";

export class NotKept extends Error {
  constructor(readonly why: Hindrance) {
    super(why);
  }
}

/** The folder of the bundle, beside the page. */
export function folder(): URL {
  return new URL(`${import.meta.env.BASE_URL}device/`, document.baseURI);
}

/** Where a kept file is found: no server has this address, the service worker answers from the cache. */
export function address(version: string, name: string, from: URL = folder()): string {
  return new URL(`${version}/${name}`, from).href;
}

/** Whether this browser can store the games: only pages from a secure connection may. */
export function canKeep(): boolean {
  return isSecureContext && "serviceWorker" in navigator && "caches" in globalThis && "indexedDB" in globalThis;
}

/** What the server offers now. */
export async function offered(): Promise<Bundle> {
  const answer = await fetch(new URL("bundle.json", folder()), { cache: "no-cache" }).catch(() => null);
  if (!answer) throw new NotKept("offline");
  if (!answer.ok) throw new NotKept((await isPacking()) ? "packing" : "trouble");
  return (await answer.json()) as Bundle;
}

/** Whether the server is still packing what it will offer: `make play` opens before that is done. */
async function isPacking(): Promise<boolean> {
  const answer = await fetch(new URL("packing.txt", folder()), { cache: "no-cache" }).catch(() => null);
  return answer?.ok ?? false;
}

/** What is kept here, complete; the newest if an older one has not been cleared away yet. */
export async function keptBundle(): Promise<Bundle | null> {
  const cache = await caches.open(CACHE);
  const newest = (await versions(cache)).at(-1);
  const kept = newest && (await cache.match(address(newest, COMPLETE)));
  return kept ? ((await kept.json()) as Bundle) : null;
}

/** The versions that are complete, the newest last. */
async function versions(cache: Cache): Promise<string[]> {
  const found = (await cache.keys()).filter(({ url }) => url.endsWith(`/${COMPLETE}`));
  return found.map(({ url }) => url.split("/").at(-2) ?? "");
}

/** Fetches what is missing, and checks it. What is here already, or has not changed, is not fetched again. */
export async function fetchBundle(bundle: Bundle, progress: (bytes: number) => void): Promise<void> {
  const cache = await caches.open(CACHE);
  const before = await keptBundle();
  let done = 0;
  for (const file of bundle.files) {
    const place = address(bundle.version, file.name);
    const same = before?.files.find((each) => each.name === file.name && each.sha256 === file.sha256);
    const kept =
      (await cache.match(place)) ?? (same && before && (await cache.match(address(before.version, file.name))));
    const response = kept ?? asFile(file, await loaded(file, (bytes) => progress(done + bytes)));
    await put(cache, place, response);
    done += file.compressed;
    progress(done);
  }
  const complete = address(bundle.version, COMPLETE);
  await cache.delete(complete); // the newest one is the last in the cache, also if it was here before
  await put(cache, complete, new Response(JSON.stringify(bundle)));
  await clearParts(cache);
}

async function put(cache: Cache, place: string, response: Response): Promise<void> {
  await cache.put(place, response).catch((error: unknown) => {
    throw new NotKept((error as Error).name === "QuotaExceededError" ? "full" : "trouble");
  });
}

/** One file, unpacked and checked. On the server its name has its hash, so that no version is mixed with another. */
async function loaded(file: BundledFile, progress: (bytes: number) => void): Promise<ArrayBuffer> {
  const answer = await fetch(new URL(`${file.sha256.slice(0, 12)}-${file.name}.packed`, folder())).catch(() => null);
  if (!answer?.body) throw new NotKept("offline");
  if (!answer.ok) throw new NotKept("trouble");
  const bytes = await new Response(counted(answer.body, progress).pipeThrough(new DecompressionStream("gzip")))
    .arrayBuffer()
    .catch(() => {
      throw new NotKept(navigator.onLine ? "damaged" : "offline");
    });
  if ((await sha256(bytes)) !== file.sha256) throw new NotKept("damaged");
  return bytes;
}

function counted(stream: ReadableStream<Uint8Array>, progress: (bytes: number) => void): ReadableStream<BufferSource> {
  let bytes = 0;
  return stream.pipeThrough(
    new TransformStream<Uint8Array, BufferSource>({
      transform(part, controller) {
        progress((bytes += part.length));
        controller.enqueue(part as Uint8Array<ArrayBuffer>);
      },
    }),
  );
}

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function asFile({ name }: BundledFile, bytes: ArrayBuffer): Response {
  const type = TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
  return new Response(bytes, { headers: { "Content-Type": type } });
}

/** Forgets the versions before this one. Not with an update: a running instance may still need its own files. */
export async function clearOlder(version: string): Promise<void> {
  const cache = await caches.open(CACHE);
  const complete = await versions(cache);
  await forget(cache, complete.slice(0, complete.indexOf(version)));
}

/** Forgets what is left of versions that were never fetched to the end. */
async function clearParts(cache: Cache): Promise<void> {
  const complete = await versions(cache);
  const all = (await cache.keys()).map(({ url }) => url.split("/").at(-2) ?? "");
  await forget(
    cache,
    all.filter((version) => !complete.includes(version)),
  );
}

async function forget(cache: Cache, gone: string[]): Promise<void> {
  const places = gone.map((version) => address(version, ""));
  const old = (await cache.keys()).filter(({ url }) => places.some((place) => url.startsWith(place)));
  await Promise.all(old.map((each) => cache.delete(each)));
}

/** Forgets all files; the matches stay. */
export async function removeBundle(): Promise<void> {
  await caches.delete(CACHE);
}
