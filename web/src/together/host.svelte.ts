import { hex, sha256 } from "../../fate.js";
import { deviceParlour } from "../net/places.svelte";
import type { LineEnd } from "../offline/instance";
import { language } from "../words/index.svelte";
import { Allowance, fromGuest, Joiner, MOST_FROM_GUEST, parts, type ToGuest, type ToHost } from "./frames";
import { Peer } from "./peer";

export const MOST_GUESTS = 5;
/** How often a guest's round trip is measured: a race is judged by it. */
const PING_MS = 2000;
const MOST_LINES = 4;

/** The table of this device that guests come to, and what its owner is called. */
export interface Hosted {
  table: string;
  key: string;
  host: string;
}

/** A guest is known again by a secret of their phone; the table stores no more than its hash. */
function personOf(token: string): string {
  return `guest-${hex(sha256(new TextEncoder().encode(`purrlor/guest/${token}`))).slice(0, 24)}`;
}

/**
 * One guest's phone. What it is sent passes through unread: the worker makes the view of that seat, and nothing of it
 * is kept or shown here.
 */
class GuestPhone {
  private readonly joiner = new Joiner(MOST_FROM_GUEST);
  private readonly allowance = new Allowance(performance.now());
  private readonly lines = new Map<number, LineEnd>();
  private person = "";
  private pinged: { number: number; at: number } | null = null;
  private pings = 0;
  private readonly timer = setInterval(() => this.ping(), PING_MS);

  constructor(
    private readonly peer: Peer,
    private readonly hosted: Hosted,
    private readonly gone: () => void,
  ) {
    const { channel, connection } = peer;
    const welcome = () => this.send({ type: "welcome", ...this.hosted });
    if (channel.readyState === "open") welcome();
    else channel.onopen = welcome;
    channel.onmessage = ({ data }: MessageEvent<unknown>) => this.heard(data);
    channel.onclose = () => this.end();
    connection.onconnectionstatechange = () => {
      if (connection.connectionState === "failed" || connection.connectionState === "closed") this.end();
    };
  }

  end(): void {
    clearInterval(this.timer);
    for (const line of this.lines.values()) line.close();
    this.lines.clear();
    this.peer.close();
    this.gone();
  }

  private heard(data: unknown): void {
    try {
      if (typeof data !== "string" || !this.allowance.take(performance.now())) throw new Error("not a guest's message");
      const text = this.joiner.push(data);
      if (text === null) return;
      const message = fromGuest(text);
      if (!message) throw new Error("not a guest's message");
      void this.obey(message).catch(() => this.end());
    } catch {
      this.end();
    }
  }

  private async obey(message: ToHost): Promise<void> {
    const parlour = await deviceParlour();
    if (message.type === "hello") {
      if (this.person) return;
      this.person = personOf(message.token.slice(0, 64));
      await parlour.admit(this.person, this.hosted.table);
      this.ping();
    } else if (!this.person) throw new Error("nobody has said hello");
    else if (message.type === "ask") {
      const { number, method, path, body } = message;
      const response = await parlour.ask(method, path, body, message.language || language(), this.person);
      const kind = response.headers.get("Content-Type") ?? "";
      this.send({ type: "answer", number, status: response.status, kind, body: await response.text() });
    } else if (message.type === "connect") this.connect(message.connection, message.table, message.language);
    else if (message.type === "send") this.lines.get(message.connection)?.send(message.text);
    else if (message.type === "disconnect") this.hangUp(message.connection);
    else this.pong(message.number);
  }

  private connect(number: number, table: string, spoken: string): void {
    if (this.lines.size >= MOST_LINES || this.lines.has(number)) throw new Error("too many lines");
    void deviceParlour().then((parlour) => {
      const line = parlour.connect(
        table,
        spoken || language(),
        {
          opened: () => undefined,
          heard: (text) => this.send({ type: "heard", connection: number, text }),
          closed: (code) => {
            this.lines.delete(number);
            this.send({ type: "closed", connection: number, code });
          },
        },
        this.person,
      );
      this.lines.set(number, line);
    });
  }

  private hangUp(number: number): void {
    this.lines.get(number)?.close();
    this.lines.delete(number);
  }

  /** The host measures the round trip: what a guest says about its own line counts for nothing. */
  private ping(): void {
    if (this.peer.channel.readyState !== "open" || !this.person) return;
    this.pinged = { number: ++this.pings, at: performance.now() };
    this.send({ type: "ping", number: this.pings });
  }

  private pong(number: number): void {
    if (this.pinged?.number !== number) return;
    const trip = performance.now() - this.pinged.at;
    this.pinged = null;
    for (const line of this.lines.values()) line.measured(trip);
  }

  private send(message: ToGuest): void {
    if (this.peer.channel.readyState !== "open") return;
    for (const part of parts(JSON.stringify(message))) this.peer.channel.send(part);
  }
}

/** The phones that come to a table of this device. */
class Host {
  /** How many phones are connected now. */
  guests = $state(0);
  /** The code that the next phone needs; empty: none is asked for. */
  code = $state("");
  private waiting: Peer | null = null;
  private readonly phones = new Set<GuestPhone>();

  /** Makes a code for one more phone. */
  async invite(): Promise<void> {
    this.forget();
    const peer = new Peer();
    this.waiting = peer;
    const code = await peer.offer();
    if (this.waiting === peer) this.code = code;
  }

  /** Takes the code that the other phone shows. */
  async accept(code: string, hosted: Hosted): Promise<void> {
    const peer = this.waiting;
    if (!peer) throw new Error("nobody is invited");
    if (this.phones.size >= MOST_GUESTS) throw new Error("the table is full");
    await peer.accept(code);
    this.waiting = null;
    this.code = "";
    const phone = new GuestPhone(peer, hosted, () => {
      this.phones.delete(phone);
      this.guests = this.phones.size;
    });
    this.phones.add(phone);
    this.guests = this.phones.size;
  }

  private forget(): void {
    this.waiting?.close();
    this.waiting = null;
    this.code = "";
  }
}

export const host = new Host();
