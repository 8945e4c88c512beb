import { hex, sha256 } from "../../fate.js";
import { FAR_KEY, setFar, type Far } from "../net/places.svelte";
import type { Line } from "../net/socket";
import { go, router } from "../router.svelte";
import { FarLine, Joiner, MOST_FROM_HOST, parts, type ToGuest, type ToHost } from "./frames";
import { Peer } from "./peer";
import { boxOf, look, newSecret, send } from "./relay";
import {
  arrange,
  CALL_MS,
  certificate,
  dial,
  keepCertificate,
  newCertificate,
  pause,
  within,
  type Call,
} from "./spares";

/** Between two calls to a host that does not answer. */
const PAUSE_MS = 2000;
/** The time for which the host is called. */
const SEEK_MS = 5 * 60_000;
/** How long the table stays on the screen while its host is looked for. */
const LOST_MS = 20_000;

interface Kept {
  /** A secret of this phone: each host gets a hash of it, so none can pass for us at another's table. */
  secret: string;
  table: string;
  host: string;
  /** The table and its rematches, the first one first: for this one the host knows us. */
  tables?: string[];
  /** How to reach the host without a code. */
  call?: Call | undefined;
  /** How to reach it through the server; empty: there was none. */
  meeting?: string;
}

export interface Welcome {
  table: string;
  key: string;
  host: string;
  meeting: string;
}

/** Without storage the host knows this phone as long as the page is open. */
let remembered: Kept = { secret: hex(crypto.getRandomValues(new Uint8Array(16))), table: "", host: "" };

function kept(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(FAR_KEY) ?? "null") as Kept | null;
    if (found) return found;
  } catch {
    // See above.
  }
  return remembered;
}

function keep(now: Kept): void {
  remembered = now;
  try {
    localStorage.setItem(FAR_KEY, JSON.stringify(now));
  } catch {
    // See above.
  }
}

/** The host's phone: it answers and sends messages like an instance on this device. */
class FarParlour implements Far {
  private readonly joiner = new Joiner(MOST_FROM_HOST);
  private readonly questions = new Map<number, { answered(response: Response): void; failed(error: Error): void }>();
  private readonly lines = new Map<number, FarLine>();
  private counted = 0;
  /** The match is over: its result stays on the screen when the host goes. */
  private over = false;
  private ended = false;

  constructor(private readonly peer: Peer) {}

  has(table: string): boolean {
    return kept().tables?.includes(table) ?? false;
  }

  /** Waits for the host's welcome, says hello, and takes the place of the connection before. */
  async enter(): Promise<Welcome> {
    const { channel, connection } = this.peer;
    const welcome = new Promise<Welcome>((entered, failed) => {
      channel.onmessage = ({ data }: MessageEvent<string>) => this.heard(data, entered);
      channel.onclose = () => {
        failed(new Error("closed"));
        this.end();
      };
      connection.onconnectionstatechange = () => {
        if (connection.connectionState !== "failed") return;
        failed(new Error("failed"));
        this.end();
      };
    });
    const found = await welcome;
    const { secret, tables: before = [] } = kept();
    const tables = before.includes(found.table) ? before : [found.table];
    const token = hex(sha256(new TextEncoder().encode(`${secret}/${tables[0]}`)));
    this.tell({ type: "hello", token });
    keep({ secret, table: found.table, host: found.host, tables, meeting: found.meeting });
    void keepCertificate("guest", this.peer.certificate);
    if (waiting === this.peer) waiting = null; // the host has called
    current?.peer.close();
    take(this);
    void this.prepare().catch(() => undefined); // a reload of the host's page then needs a code
    return found;
  }

  /** Lets the host call this phone. */
  private async prepare(): Promise<void> {
    const { spare, call } = await arrange(this.peer);
    waiting?.close();
    waiting = spare;
    this.tell({ type: "spare", ...call });
    await new FarParlour(spare).enter();
  }

  ask(method: string, path: string, body: string, language: string): Promise<Response> {
    const number = ++this.counted;
    return new Promise((answered, failed) => {
      if (this.peer.channel.readyState !== "open") return failed(new TypeError("the host is away"));
      this.questions.set(number, { answered, failed });
      this.tell({ type: "ask", number, method, path, body, language });
    });
  }

  connect(table: string, language: string): Line {
    const connection = ++this.counted;
    const line = new FarLine(
      (text) => this.tell({ type: "send", connection, text }),
      () => {
        if (this.lines.delete(connection)) this.tell({ type: "disconnect", connection });
      },
    );
    this.lines.set(connection, line);
    queueMicrotask(() => {
      if (this.peer.channel.readyState !== "open") return line.close(1006);
      this.tell({ type: "connect", connection, table, language });
      line.onopen?.();
    });
    return line;
  }

  private heard(part: string, entered: (found: Welcome) => void): void {
    const text = this.joiner.push(part);
    if (text === null) return;
    const message = JSON.parse(text) as ToGuest;
    if (message.type === "welcome") entered(message);
    else if (message.type === "ping") this.tell({ type: "pong", number: message.number });
    else if (message.type === "spare") keep({ ...kept(), call: { offer: message.offer, answer: message.answer } });
    else if (message.type === "answer") {
      const { number, status, kind, body } = message;
      this.questions.get(number)?.answered(new Response(body, { status, headers: { "Content-Type": kind } }));
      this.questions.delete(number);
    } else if (message.type === "heard") {
      if (message.text.startsWith('{"type":"table"')) this.over = message.text.includes('"status":"over"');
      const next = /^\{"type":"table".*"next":"([a-z0-9]+)"/.exec(message.text)?.[1];
      if (next) follow(next);
      this.lines.get(message.connection)?.onmessage?.({ data: message.text });
    } else {
      const line = this.lines.get(message.connection);
      this.lines.delete(message.connection);
      line?.close(message.code);
    }
  }

  /** The host is gone: lines wait while it is called, and a code leads back otherwise. */
  private end(): void {
    if (this.ended) return;
    this.ended = true;
    this.peer.close();
    for (const { failed } of this.questions.values()) failed(new TypeError("the host is away"));
    this.questions.clear();
    for (const line of [...this.lines.values()]) line.close(1006);
    this.lines.clear();
    if (this !== current || this.over) return;
    void seek();
    const leave = () => {
      const { route } = router;
      if (this === current && route.page === "table" && this.has(route.id)) go("/together");
    };
    setTimeout(leave, kept().call ? LOST_MS : 0);
  }

  private tell(message: ToHost): void {
    if (this.peer.channel.readyState !== "open") return;
    for (const part of parts(JSON.stringify(message))) this.peer.channel.send(part);
  }
}

/** The connection to the host now, or the last one. */
let current: FarParlour | null = null;
function take(parlour: FarParlour): void {
  current = parlour;
  setFar(parlour);
}

/** Waits for the host's call. */
let waiting: Peer | null = null;

/** The rematch is at the same phone. */
function follow(next: string): void {
  const now = kept();
  if (!now.tables?.includes(next)) keep({ ...now, table: next, tables: [...(now.tables ?? []), next] });
}

/** Where we were a guest before this page was loaded; null: nowhere. */
export function guestBefore(): { table: string; host: string } | null {
  const { table, host } = kept();
  return table ? { table, host } : null;
}

let seeking: Promise<string | null> | null = null;
let stopped = false;

/** Calls the host until it answers, or calls itself: the table where we are then. Null: only a code leads back. */
export function seek(): Promise<string | null> {
  stopped = false;
  seeking ??= search().finally(() => (seeking = null));
  return seeking;
}

export function stopSeeking(): void {
  stopped = true;
}

async function search(): Promise<string | null> {
  const { call, meeting } = kept();
  const before = current;
  const own = await certificate("guest");
  const until = performance.now() + SEEK_MS;
  while ((call ?? meeting) && !stopped && current === before && performance.now() < until) {
    const entered = (call && (await reach(call, own))) || (meeting && current === before && (await meet(meeting, own)));
    if (!entered) await pause(PAUSE_MS);
  }
  return current === before ? null : kept().table;
}

/** Calls the connection that waits on the host's phone. */
async function reach(call: Call, own: RTCCertificate): Promise<Welcome | null> {
  const peer = await dial(call, own).catch(() => null);
  return peer && enter(peer);
}

async function enter(peer: Peer): Promise<Welcome | null> {
  return within(new FarParlour(peer).enter(), CALL_MS).catch(() => {
    peer.close();
    return null;
  });
}

/** Finds the host through the server, by the secret of its link; null: it does not answer now. */
export async function meet(secret: string, own?: RTCCertificate): Promise<Welcome | null> {
  const peer = new Peer(own ?? (await newCertificate()));
  const reply = newSecret();
  try {
    const offer = await peer.offer();
    await send(secret, boxOf(secret), JSON.stringify({ reply, offer }));
    const [answer] = await look(secret, reply);
    if (!answer) throw new Error("the host does not answer");
    await peer.accept(answer);
  } catch {
    peer.close();
    return null;
  }
  return enter(peer);
}

/** A seat at another phone's table: `answer` is for the host to take, and `entered` comes true when it did. */
export async function come(code: string): Promise<{
  answer: string;
  entered: Promise<Welcome>;
  close(): void;
}> {
  const peer = new Peer(await newCertificate());
  try {
    const answer = await peer.answer(code);
    const entered = new FarParlour(peer).enter();
    return { answer, entered, close: () => peer.close() };
  } catch (error) {
    peer.close();
    throw error;
  }
}
