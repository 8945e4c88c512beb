// The service worker's part for push messages. It keeps nothing.

worker.addEventListener("push", (event) => {
  event.waitUntil(told(event.data));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(Promise.all([opened(event.notification.data?.path ?? "/"), counted()]));
});

worker.addEventListener("notificationclose", (event) => {
  event.waitUntil(counted());
});

/**
 * Shows a message, unless a page of this server is in view: that page shows it by itself.
 * @param {PushMessageData | null} data
 */
async function told(data) {
  const message = parsed(data);
  if (!message) return;
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of open) page.postMessage({ type: "called" });
  if (open.some((page) => page.visibilityState === "visible")) return;
  const { title, body, tag, path } = message;
  await worker.registration.showNotification(title, {
    body,
    tag,
    data: { path },
    icon: "/icons/icon-192.png",
    badge: "/icons/icon-192.png",
  });
  await counted();
}

/**
 * @param {PushMessageData | null} data
 * @returns {{ title: string, body: string, tag: string, path: string } | null}
 */
function parsed(data) {
  try {
    const found = data?.json();
    const fits = ["title", "body", "tag", "path"].every((name) => typeof found[name] === "string");
    return fits && found.path.startsWith("/") && !found.path.startsWith("//") ? found : null;
  } catch {
    return null;
  }
}

/** The badge of the installed page counts what waits, where there is one. */
async function counted() {
  const shown = await worker.registration.getNotifications();
  if (shown.length) await worker.navigator.setAppBadge?.(shown.length);
  else await worker.navigator.clearAppBadge?.();
}

/**
 * A page that is open goes there; otherwise a new one opens.
 * @param {string} path
 */
async function opened(path) {
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = open.find((each) => new URL(each.url).pathname === path) ?? open[0];
  if (!page) return worker.clients.openWindow(path);
  await page.focus();
  page.postMessage({ type: "go", path });
}
