// Letters by which phones find each other with one link, where a server is at hand. The link's secret names the host's
// letter box and seals the letters, so that the server can put no other phone in between.

import { hex, hmac, sha256 } from "../../fate.js";
import { alone } from "../net/places.svelte";
import { SITE } from "../address";

/** How long one look into a box waits at most: longer than the server lets it wait. */
const LOOK_MS = 25_000;
const bytes = (text: string) => new TextEncoder().encode(text);

/** Whether a server is at hand that passes letters on. */
export function hasRelay(): boolean {
  return !SITE && !alone();
}

export function newSecret(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

/** The box in which a host finds the letters of its guests. */
export function boxOf(secret: string): string {
  return hex(sha256(bytes(`purrlor/box/${secret}`))).slice(0, 32);
}

/** A text with a seal that only those can make who know the secret; it holds for one box. */
export function seal(secret: string, box: string, text: string): string {
  return `${hex(hmac(bytes(secret), bytes(`${box}/${text}`)))}.${text}`;
}

/** The text of a letter; null: somebody else has written it. */
export function opened(secret: string, box: string, letter: string): string | null {
  const text = letter.slice(65);
  return seal(secret, box, text) === letter ? text : null;
}

export async function send(secret: string, box: string, text: string): Promise<void> {
  await asked(box, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ text: seal(secret, box, text) }),
  });
}

/** Waits for letters in a box; there may be none yet. */
export async function look(secret: string, box: string): Promise<string[]> {
  const { texts } = (await (await asked(box, {})).json()) as { texts: string[] };
  return texts.flatMap((letter) => opened(secret, box, letter) ?? []);
}

async function asked(box: string, request: RequestInit): Promise<Response> {
  const answer = await fetch(`/api/letters/${box}`, { ...request, signal: AbortSignal.timeout(LOOK_MS) });
  if (!answer.ok) throw new Error(`the relay answers ${answer.status}`);
  return answer;
}
