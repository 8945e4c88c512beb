import { hex, sha256 } from "../../fate.js";
import { FAR_KEY, setFar, type Far } from "../net/places.svelte";
import type { Line } from "../net/socket";
import { go, router } from "../router.svelte";
import { FarLine, Joiner, MOST_FROM_HOST, parts, type ToGuest, type ToHost } from "./frames";
import { Peer } from "./peer";

interface Kept {
  /** A secret of this phone: each table gets a hash of it, so no host can pass for us at another table. */
  secret: string;
  table: string;
  host: string;
}

export interface Welcome {
  table: string;
  key: string;
  host: string;
}

function kept(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(FAR_KEY) ?? "null") as Kept | null;
    if (found) return found;
  } catch {
    // Without storage the host knows this phone as long as the page is open.
  }
  return { secret: hex(crypto.getRandomValues(new Uint8Array(16))), table: "", host: "" };
}

function keep(now: Kept): void {
  try {
    localStorage.setItem(FAR_KEY, JSON.stringify(now));
  } catch {
    // See above.
  }
}

/** The parlour on another phone: it answers and speaks like one on this device. */
class FarParlour implements Far {
  private readonly joiner = new Joiner(MOST_FROM_HOST);
  private readonly questions = new Map<number, { answered(response: Response): void; failed(error: Error): void }>();
  private readonly lines = new Map<number, FarLine>();
  private readonly tables = new Set<string>();
  private counted = 0;
  /** The match is over: its result stays on the screen when the host goes. */
  private over = false;

  constructor(private readonly peer: Peer) {}

  has(table: string): boolean {
    return this.tables.has(table);
  }

  /** Waits for the host's welcome, and says hello. */
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
    const { secret } = kept();
    const token = hex(sha256(new TextEncoder().encode(`${secret}/${found.table}`)));
    this.tell({ type: "hello", token });
    this.tables.add(found.table);
    keep({ secret, table: found.table, host: found.host });
    setFar(this);
    return found;
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
    else if (message.type === "answer") {
      const { number, status, kind, body } = message;
      this.questions.get(number)?.answered(new Response(body, { status, headers: { "Content-Type": kind } }));
      this.questions.delete(number);
    } else if (message.type === "heard") {
      if (message.text.startsWith('{"type":"table"')) this.over = message.text.includes('"status":"over"');
      const next = /^\{"type":"table".*"next":"([a-z0-9]+)"/.exec(message.text)?.[1];
      if (next) this.tables.add(next); // the rematch is at the same phone
      this.lines.get(message.connection)?.onmessage?.({ data: message.text });
    } else {
      const line = this.lines.get(message.connection);
      this.lines.delete(message.connection);
      line?.close(message.code);
    }
  }

  /** The host is gone: lines wait for it, and a code leads back. */
  private end(): void {
    for (const { failed } of this.questions.values()) failed(new TypeError("the host is away"));
    this.questions.clear();
    for (const line of [...this.lines.values()]) line.close(1006);
    this.lines.clear();
    const { route } = router;
    if (!this.over && route.page === "table" && this.tables.has(route.id)) go("/together");
  }

  private tell(message: ToHost): void {
    if (this.peer.channel.readyState !== "open") return;
    for (const part of parts(JSON.stringify(message))) this.peer.channel.send(part);
  }
}

/** Where we were a guest before this page was loaded; null: nowhere. */
export function guestBefore(): { table: string; host: string } | null {
  const { table, host } = kept();
  return table ? { table, host } : null;
}

/** A seat at another phone's table: `answer` is for the host to take, and `entered` comes true when it did. */
export async function come(code: string): Promise<{
  answer: string;
  entered: Promise<Welcome>;
  close(): void;
}> {
  const peer = new Peer();
  const answer = await peer.answer(code);
  const entered = new FarParlour(peer).enter();
  return { answer, entered, close: () => peer.close() };
}
