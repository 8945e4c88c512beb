// Keeps the shell of the page, so that it opens at once and without a network, and hands out the files of a parlour
// that somebody keeps on this device (src/offline/bundle.ts). What a server says is never kept. Of the words, English
// is part of the shell; other languages are kept if the browser or a page has asked for them.
const SHELL = `purrlor-${VERSION}`;
const SHELLS = /^purrlor-[0-9a-f]{12}$/;
/** Holds one list: the languages that pages have asked for. */
const SPOKEN = "purrlor-spoken";
/** This worker, for both scripts: TypeScript takes `self` for any kind of worker. */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const SCOPE = new URL(worker.registration.scope).pathname;

worker.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(clearUp().then(() => worker.clients.claim()));
});

// A page after a forced reload asks to be controlled, and every page says which language it speaks.
worker.addEventListener("message", (event) => {
  if (event.data === "claim") event.waitUntil(worker.clients.claim());
  else if (event.data?.type === "speak") event.waitUntil(keepWords(event.data.language));
});

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(SCOPE)) return;
  const name = url.pathname.slice(SCOPE.length);
  if (name.startsWith("api/")) return;
  if (event.request.mode === "navigate") event.respondWith(page(event.request));
  else if (FILES.includes(name) || /^(assets|device)\//.test(name)) event.respondWith(file(event.request));
});

async function keepShell() {
  const languages = new Set([...worker.navigator.languages.map((tag) => tag.split("-")[0] ?? ""), ...(await spoken())]);
  const words = [...languages].flatMap((language) => WORDS[language] ?? []);
  await (await caches.open(SHELL)).addAll(["./", ...FILES, ...words].map(fresh));
}

/**
 * A file whose name has no hash comes from the network: the browser's own cache may hold that of an older version.
 * @param {string} name
 */
function fresh(name) {
  return name.startsWith("assets/") ? name : new Request(name, { cache: "reload" });
}

/**
 * Keeps the words of a language, with this version and those to come.
 * @param {string} language
 */
async function keepWords(language) {
  if (!WORDS[language]) return;
  const known = await spoken();
  if (!known.includes(language))
    await (await caches.open(SPOKEN)).put(SPOKEN, new Response(JSON.stringify([...known, language])));
  const cache = await caches.open(SHELL);
  for (const file of WORDS[language]) if (!(await cache.match(file))) await cache.add(file).catch(() => undefined);
}

/** @returns {Promise<string[]>} */
async function spoken() {
  const kept = await (await caches.open(SPOKEN)).match(SPOKEN);
  return kept ? kept.json() : [];
}

/** Keeps the shell before this one as well: pages that are open may still need parts of it. */
async function clearUp() {
  const others = (await caches.keys()).filter((name) => SHELLS.test(name) && name !== SHELL);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** @param {Request} request */
async function file(request) {
  const own = await (await caches.open(SHELL)).match(request);
  return own ?? (await caches.match(request)) ?? fetch(request);
}

/**
 * The page itself: the newest one if the network answers, else the one that is kept.
 * @param {Request} request
 */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(SHELL);
    return (await cache.match("./")) ?? Response.error();
  }
}
