// What two phones say to each other: JSON texts, cut into parts that every browser's data channel takes.

import type { Line } from "../net/socket";
import type { Call } from "./spares";

export type ToHost =
  /** Answers the welcome: a secret of this phone for this table, by which the host knows it again. */
  | { type: "hello"; token: string }
  | { type: "ask"; number: number; method: string; path: string; body: string; language: string }
  | { type: "connect"; connection: number; table: string; language: string }
  | { type: "send"; connection: number; text: string }
  | { type: "disconnect"; connection: number }
  | { type: "pong"; number: number }
  /** A connection that waits for the host's call after its page has been loaded again. */
  | ({ type: "spare" } & Call);

export type ToGuest =
  /** `meeting`: the secret of the link by which the host can be found through the server; empty: none. */
  | { type: "welcome"; table: string; key: string; host: string; meeting: string }
  | { type: "answer"; number: number; status: number; kind: string; body: string }
  | { type: "heard"; connection: number; text: string }
  | { type: "closed"; connection: number; code: number }
  | { type: "ping"; number: number }
  /** A connection that waits for this guest's call. */
  | ({ type: "spare" } & Call);

/** Characters of a part: three bytes each at most, below the 64 KiB that every browser takes at once. */
const PART = 16_000;
/** The most characters of a message from a guest; an act has about a hundred. */
export const MOST_FROM_GUEST = 32_000;
export const MOST_FROM_HOST = 8_000_000;

/** The parts of a message: all but the last begin with a plus. */
export function parts(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length || at === 0; at += PART)
    found.push((at + PART < text.length ? "+" : ".") + text.slice(at, at + PART));
  return found;
}

/** Joins parts to messages. It throws when a message grows too long. */
export class Joiner {
  private text = "";
  constructor(private readonly most: number) {}

  /** The message that this part completes; null: more is to come. */
  push(part: string): string | null {
    if (this.text.length + part.length > this.most + 1) throw new RangeError("a message is too long");
    this.text += part.slice(1);
    if (part.startsWith("+")) return null;
    const whole = this.text;
    this.text = "";
    return whole;
  }
}

const FIELDS: Record<ToHost["type"], Record<string, "string" | "number">> = {
  hello: { token: "string" },
  ask: { number: "number", method: "string", path: "string", body: "string", language: "string" },
  connect: { connection: "number", table: "string", language: "string" },
  send: { connection: "number", text: "string" },
  disconnect: { connection: "number" },
  pong: { number: "number" },
  spare: { offer: "string", answer: "string" },
};

/** A message of a guest, who may send anything; null: it is none. */
export function fromGuest(text: string): ToHost | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof found !== "object" || found === null || !("type" in found)) return null;
  const type = String(found.type);
  if (!Object.hasOwn(FIELDS, type)) return null;
  const fields = Object.entries(FIELDS[type as ToHost["type"]]);
  return fields.every(([name, kind]) => typeof (found as Record<string, unknown>)[name] === kind)
    ? (found as ToHost)
    : null;
}

/** So many messages at once, and so many a second: a phone that floods the host is cut off. */
export class Allowance {
  private left: number;
  private last: number;
  constructor(
    now: number,
    private readonly most = 120,
    private readonly perSecond = 40,
  ) {
    this.left = most;
    this.last = now;
  }

  take(now: number): boolean {
    this.left = Math.min(this.most, this.left + ((now - this.last) / 1000) * this.perSecond);
    this.last = now;
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }
}

/** A connection whose events are reported by its owner. */
export class FarLine implements Line {
  onopen: Line["onopen"] = null;
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;
  private closed = false;

  constructor(
    readonly send: (text: string) => void,
    private readonly hangUp: () => void,
  ) {}

  close(code = 1000): void {
    if (this.closed) return;
    this.closed = true;
    this.hangUp();
    this.onclose?.({ code, reason: "" });
  }
}
