import type { ClientMessage, ServerMessage } from "../wire";

export type Connection = "connecting" | "open" | "waiting" | "closed";

/** As much of a WebSocket as a table needs. */
export interface Line {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** What a connection needs from its surroundings, so that tests can stand in for them. */
export interface Surroundings {
  connect(table: string): Line;
  later(act: () => void, ms: number): unknown;
  cancel(handle: unknown): void;
  random(): number;
}

/** The connection is passed in: this file does not know where a table lives. */
export const timers: Omit<Surroundings, "connect"> = {
  later: (act, ms) => setTimeout(act, ms),
  cancel: (handle) => clearTimeout(handle as number),
  random: Math.random,
};

const FIRST = 500;
const LONGEST = 15_000;
/** The table is open in another tab of this device now. */
export const ELSEWHERE = 4010;
/** Codes that mean "do not reconnect": the table is gone, or not for us. */
const FINAL = new Set([4001, 4003, 4004, ELSEWHERE]);

/** The wait before attempt n (from 0), with some jitter so that not everybody reconnects at once. */
export function backoff(attempt: number, random: number): number {
  return Math.min(LONGEST, FIRST * 2 ** attempt) * (0.75 + random / 2);
}

export interface Listener {
  message(message: ServerMessage): void;
  /** `reason`: the server's code for closing the connection, if it sent one. */
  connection(state: Connection, code: number, reason: string): void;
}

/**
 * The socket of one table. It comes back by itself; it keeps nothing to send, for the newest update decides what is
 * possible.
 */
export class TableSocket {
  private socket: Line | null = null;
  private attempt = 0;
  private timer: unknown = null;
  state: Connection = "closed";

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
    private readonly surroundings: Surroundings,
  ) {}

  open(): void {
    this.tell("connecting");
    const socket = this.surroundings.connect(this.table);
    this.socket = socket;
    socket.onopen = () => {
      this.attempt = 0;
      this.tell("open");
    };
    socket.onmessage = (event) => this.listener.message(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = (event) => this.closed(socket, event.code, event.reason);
  }

  /** Sends if the connection is open; returns whether it was. Nothing is queued. */
  send(message: ClientMessage): boolean {
    if (this.state !== "open" || !this.socket) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Reconnects at once: the network is back, or the user asked for it. */
  hurry(): void {
    if (this.state !== "waiting") return;
    this.surroundings.cancel(this.timer);
    this.open();
  }

  /** Replaces a connection that looks open, but on which nobody answers. */
  restart(): void {
    if (this.state !== "open") return;
    const silent = this.socket;
    this.socket = null;
    silent?.close();
    this.open();
  }

  /** Treats the connection as broken because the network is gone, although no error has arrived yet. */
  lost(): void {
    const silent = this.socket;
    if (!silent) return;
    this.closed(silent, 0, "");
    silent.close();
  }

  close(): void {
    this.surroundings.cancel(this.timer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.tell("closed");
  }

  private closed(socket: Line, code: number, reason: string): void {
    if (socket !== this.socket) return;
    this.socket = null;
    if (FINAL.has(code)) return this.tell("closed", code);
    this.tell("waiting", code, reason);
    this.timer = this.surroundings.later(() => this.open(), backoff(this.attempt++, this.surroundings.random()));
  }

  private tell(state: Connection, code = 0, reason = ""): void {
    this.state = state;
    this.listener.connection(state, code, reason);
  }
}

/** The address of a table's socket on the server that the page came from; a screen only ever gets what is open. */
export function socketAddress(id: string, screen = false, from: Location = location): string {
  const scheme = from.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${from.host}/api/tables/${encodeURIComponent(id)}/socket${screen ? "?screen" : ""}`;
}
