import recorded from "virtual:answers";
import { longer, PSEUDO } from "./pseudo";
import type { ServerMessage, TableInfo, Update } from "../src/wire";

// The server as the web client sees it: answers that were recorded, and tables from fixtures. Nothing leaves the page.

export interface Fixture {
  table: TableInfo;
  update: Update;
  previous?: Update;
}
/** Whose answers these are: the host of everything, a guest, a child before and after it has chosen a cat. */
export type Who = "host" | "guest" | "child" | "kiki";

const files = import.meta.glob<Fixture>("../fixtures/*/*.json", { eager: true, import: "default" });

/** What fixtures leave out of their tables. */
const USUAL: Partial<TableInfo> = { room: "", screen: false };

/** All fixtures by game and name: a game with a folder of them is tested. */
export const FIXTURES: ReadonlyMap<string, ReadonlyMap<string, Fixture>> = Object.entries(files).reduce(
  (found, [path, fixture]) => {
    const [, game = "", name = ""] = /([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
    const whole = { ...fixture, table: { ...USUAL, ...fixture.table } };
    return found.set(game, new Map([...(found.get(game) ?? []), [name, whole]]));
  },
  new Map<string, Map<string, Fixture>>(),
);

/** When the answers were recorded. */
export const NOW = (recorded.host.answers["/api/today"] as { now: number }).now;

/** The games that the server has. */
export const GAMES = (recorded.host.answers["/api/games"] as { name: string }[]).map((each) => each.name);

/** A connection whose other end is the test. */
class Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  readonly sent: { type: string; id?: number }[] = [];

  constructor(messages: ServerMessage[]) {
    queueMicrotask(() => {
      this.onopen?.();
      for (const message of messages) this.tell(message);
    });
  }

  tell(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.onclose?.({ code: 1000, reason: "" });
  }
}

const OPEN = { id: "open", key: "key", game: "meow", host: "Wilhelmina Ann", clock: "relaxed", free: 1, seats: 4 };

export const server = {
  who: "host" as Who,
  /** Tables by id: what their sockets send at first. */
  tables: {} as Record<string, ServerMessage[]>,
  /** The connection to the table that is shown. */
  socket: null as Socket | null,
  /** Tables that wait for players, with a clock and without one. */
  open: [OPEN, { ...OPEN, id: "calm", game: "yatzy", clock: "none" }],
  /** Whether there is no network. */
  offline: false,
  /** Requests that nobody has an answer to. */
  unanswered: [] as string[],
};

/** Rules are told in the pseudo-language, too. */
function answerTo(path: string): unknown {
  const [about, language] = path.split("?language=");
  const { answers } = recorded[server.who];
  if (language !== PSEUDO) return answers[path] ?? answers[path.split("?month=")[0] ?? ""];
  return stretched(answers[`${about}?language=en`]);
}

/** All texts of an answer that are not code. */
function stretched(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stretched);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value as Record<string, unknown>);
  const isCode = fields.some(([key, each]) => key === "kind" && each === "code");
  const isText = (key: string, each: unknown): each is string => key === "text" && typeof each === "string" && !isCode;
  return Object.fromEntries(fields.map(([key, each]) => [key, isText(key, each) ? longer(each) : stretched(each)]));
}

function answer(method: string, path: string): Response {
  const table = /^\/api\/tables\/([^/?]+)$/.exec(path)?.[1] ?? "";
  const info = server.tables[table]?.find((message) => message.type === "table");
  const found = info ?? answerTo(path);
  if (found === undefined && /\/tables\/[^/]+\/code$/.test(path)) return Response.json({ code: "WWWWW" });
  if (path === "/api/open-tables") return Response.json(server.open);
  if (found !== undefined) return typeof found === "string" ? new Response(found) : Response.json(found);
  // Reviews take a solver: tests with a whole server show them.
  if (!path.endsWith("/review")) server.unanswered.push(`${method} ${path}`);
  return Response.json({ code: "not_found", words: "" }, { status: 404 });
}

const { fetch: ask, WebSocket: RealSocket } = window;
window.fetch = async (wanted, init) => {
  const path = String(wanted);
  if (server.offline) throw new TypeError("there is no network");
  // Nothing changes, so whoever waits for a change waits on.
  if (path.includes("?after=")) return new Promise(() => undefined);
  return path.startsWith("/api/") ? answer(init?.method ?? "GET", path) : ask(wanted, init);
};
window.WebSocket = new Proxy(RealSocket, {
  construct(target, [address, ...more]: [string, ...unknown[]]) {
    const table = /\/api\/tables\/([^/]+)\/socket/.exec(address)?.[1];
    if (!table) return Reflect.construct(target, [address, ...more]) as WebSocket;
    server.socket = new Socket(server.tables[table] ?? recorded[server.who].tables[table] ?? []);
    return server.socket;
  },
});
