/* global VERSION, FILES */
// Keeps the shell of the page, so that it opens at once and without a network, and hands out the files of a parlour
// that somebody keeps on this device (src/device/bundle.ts). What a server says is never kept.
const SHELL = `purrlor-${VERSION}`;
const DEVICE = "purrlor-device";
const SCOPE = new URL(self.registration.scope).pathname;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(["./", ...FILES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(clearUp().then(() => self.clients.claim()));
});

// A page after a forced reload asks for it.
self.addEventListener("message", (event) => {
  if (event.data === "claim") event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(SCOPE)) return;
  const name = url.pathname.slice(SCOPE.length);
  if (name.startsWith("api/")) return;
  if (event.request.mode === "navigate") event.respondWith(page(event.request));
  else if (FILES.includes(name) || /^(assets|device)\//.test(name)) event.respondWith(file(event.request));
});

/** Keeps the shell before this one as well: pages that are open may still need parts of it. */
async function clearUp() {
  const others = (await caches.keys()).filter((name) => /^purrlor-/.test(name) && name !== SHELL && name !== DEVICE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

async function file(request) {
  const own = await (await caches.open(SHELL)).match(request);
  return own ?? (await caches.match(request)) ?? fetch(request);
}

/** The page itself: the newest one if the network answers, else the one that is kept. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(SHELL);
    return (await cache.match("./")) ?? Response.error();
  }
}
