import { ownTables } from "../home/tables.svelte";
import { go } from "../router.svelte";
import { regulars } from "./regulars.svelte";

/** Handles messages of the service worker: a push message arrived, or a notification was tapped. */
export function hearCalls(): void {
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<{ type?: string; path?: string }>) => {
    if (data?.type === "called") void Promise.all([ownTables.load(), regulars.look()]).catch(() => undefined);
    if (data?.type === "go" && data.path?.startsWith("/")) go(data.path);
  });
}
