import { to } from "../address";
import { removeStore } from "../offline/store";
import { KEY, keepDeviceOnly, kept } from "../settings.svelte";
import { api } from "../net/api";
import { GAMES_KEY } from "../net/games.svelte";
import { deviceParlour } from "../net/places.svelte";
import { toastNext } from "../ui/toasts.svelte";
import { calls } from "./notifications.svelte";

/** What is not about a person: the look of the page, which `keepDeviceOnly` has left, and the list of games. */
const IMPERSONAL = [KEY, GAMES_KEY];

/**
 * Leaves this device: the push subscription and everything that the browser keeps for the person go. `leave` asks the
 * server, which knows who we are until then; false: not everything could be left, and nothing else happens. The page is
 * loaded again, so that nothing is written back.
 */
export async function goodbye(leave: () => Promise<boolean>, words: string): Promise<boolean> {
  await calls.stop();
  if (!(await leave())) return false;
  if (kept.device) await (await deviceParlour()).stop();
  if ("indexedDB" in globalThis) await removeStore();
  forgetStored();
  toastNext(words);
  location.assign(to("/"));
  return true;
}

/** The server forgets this device; a passkey brings the person back. */
export async function leaveDevice(): Promise<boolean> {
  await api.leaveDevice();
  return true;
}

/** The server forgets the person. Tables that are awake in other processes are left one by one. */
export async function forgetMe(): Promise<boolean> {
  const { left } = await api.forgetMe();
  for (const table of left) await api.leave(table);
  return !left.length || !(await api.forgetMe()).left.length;
}

/** Deletes what is stored for a person: name, wishes, pads, practice. The look of the page belongs to the device. */
export function forgetStored(): void {
  keepDeviceOnly();
  for (const storage of [localStorage, sessionStorage])
    for (const name of ours(storage)) if (!IMPERSONAL.includes(name)) storage.removeItem(name);
}

function ours(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? "").filter((name) =>
    name.startsWith("purrlor"),
  );
}
