import type {
  Join,
  NewFork,
  NewTable,
  NewTry,
  Problem,
  Routes,
  RoomAdmit,
  RoomKey,
  RoomTable,
  PuzzleTried,
  Subscribe,
  TableMade,
  TableSummary,
} from "../wire";
import { SITE } from "../address";
import { ask, askDevice, hasParlour, isHere } from "./places.svelte";

/** The server said no, or nothing. `words` are its own; without an answer `code` is "offline". */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    readonly words: string,
    readonly values: Problem["values"] = {},
    readonly reason: Problem["reason"] = null,
  ) {
    super(words || code);
  }
}

/** Every request that the server answers, as its method and path: `GET /api/tables/{table}`. */
export type Route = keyof Routes;

/** The names in the braces of a path. */
type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** What a request needs: a value for each name in its path, its body, and what may stand in its query. */
type Given<R extends Route> = { [Name in Names<R>]: string } & (Routes[R] extends { body: infer Body }
  ? { body: Body }
  : { body?: undefined }) &
  (Routes[R] extends { query: infer Name extends string }
    ? { query?: { [Each in Name]?: string | number | undefined } }
    : { query?: undefined });

/** Whether nothing has to be given. */
type Arguments<R extends Route> = Record<never, never> extends Given<R> ? [given?: Given<R>] : [given: Given<R>];

interface Values {
  body?: unknown;
  query?: Record<string, string | number | undefined>;
  [name: string]: unknown;
}

/** The address of a request, with what was given for the names in its path. */
export function address(route: Route, { query = {}, ...values }: Values = {}): string {
  const path = route
    .slice(route.indexOf(" ") + 1)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return asked.length ? `${path}?${new URLSearchParams(asked)}` : path;
}

function request(route: Route, given: Values = {}): Promise<Response> {
  const method = route.slice(0, route.indexOf(" "));
  const body = given.body ?? (method === "POST" ? {} : undefined);
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  return sent(ask(method, address(route, given), text));
}

/** The answer to a request, or an error that says why there is none. */
async function sent(request: Promise<Response>): Promise<Response> {
  const response = await request.catch(() => {
    throw new ApiError("offline", 0, "");
  });
  if (!response.ok) throw await problem(response);
  return response;
}

async function problem(response: Response): Promise<ApiError> {
  const told = (await response.json().catch(() => ({}))) as Partial<Problem>;
  return new ApiError(told.code ?? "unknown", response.status, told.words ?? "", told.values, told.reason);
}

/** Send a request and read the JSON that answers it. */
export async function call<R extends Route>(route: R, ...[given]: Arguments<R>): Promise<Routes[R]["answer"]> {
  return (await (await request(route, given as Values | undefined)).json()) as Routes[R]["answer"];
}

/** The same for an answer that is another kind of text. */
async function text<R extends Route>(route: R, ...[given]: Arguments<R>): Promise<string> {
  return (await request(route, given as Values | undefined)).text();
}

/** A random word for joining a table: the same when the join is sent again, so that a lost answer loses no seat. */
function joinWord(id: string): string {
  const key = `purrlor.join.${id}`;
  const known = sessionStorage.getItem(key);
  if (known) return known;
  const word = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  sessionStorage.setItem(key, word);
  return word;
}

/** The requests of the web client; evenings have their own in `tournament/calls.ts`. */
export const api = {
  games: () => call("GET /api/games"),
  tables: () => call("GET /api/tables"),
  /** The tables of this device; none if it cannot play offline. */
  tablesHere: async (): Promise<TableSummary[]> =>
    hasParlour() && !SITE ? ((await (await sent(askDevice("GET", "/api/tables"))).json()) as TableSummary[]) : [],
  openTables: () => call("GET /api/open-tables"),
  create: (body: NewTable) => call("POST /api/tables", { body }),
  /** A table that continues a finished match or a puzzle; a match of this device continues on it. */
  fork: async (body: NewFork): Promise<TableMade> =>
    body.table && isHere(body.table)
      ? ((await (await sent(askDevice("POST", "/api/forks", JSON.stringify(body)))).json()) as TableMade)
      : call("POST /api/forks", { body }),
  join: (table: string, wanted: Join) =>
    call("POST /api/tables/{table}/join", { table, body: { request: joinWord(table), ...wanted } }),
  /** Why a table's connection cannot be opened, which a browser does not report; null: no answer, or it can. */
  refusal: (table: string): Promise<ApiError | null> =>
    request("GET /api/tables/{table}/socket", { table }).then(
      () => null,
      (error: unknown) =>
        error instanceof ApiError && !["offline", "unknown", "bad_request"].includes(error.code) ? error : null,
    ),
  table: (table: string) => call("GET /api/tables/{table}", { table }),
  leave: (table: string) => call("POST /api/tables/{table}/leave", { table }),
  remove: (table: string) => call("DELETE /api/tables/{table}", { table }),
  link: (table: string) => call("POST /api/tables/{table}/link", { table }),
  /** Five letters that stand for the invitation to a table; what letters stand for, here or elsewhere. */
  code: (table: string) => call("POST /api/tables/{table}/code", { table }),
  takeCode: (code: string) => call("POST /api/codes", { body: { code } }),
  guide: (game: string, language: string) => call("GET /api/games/{game}/guide", { game, query: { language } }),
  rules: (game: string, language: string) => call("GET /api/games/{game}/rules", { game, query: { language } }),
  words: (game: string, language: string) => call("GET /api/games/{game}/words", { game, query: { language } }),
  history: () => call("GET /api/history"),
  exportAddress: () => "/api/history/export",
  today: () => call("GET /api/today"),
  board: (game: string, day: string) => call("GET /api/today/{game}", { game, query: { day: day || undefined } }),
  try: (game: string, body: NewTry) => call("POST /api/today/{game}", { game, body }),
  puzzles: () => call("GET /api/puzzles"),
  /** The next puzzle for us. */
  puzzle: (game: string) => call("GET /api/puzzles/{game}", { game }),
  tryPuzzle: (game: string, body: PuzzleTried) => call("POST /api/puzzles/{game}", { game, body }),
  me: () => call("GET /api/me"),
  rename: (name: string) => call("POST /api/me", { body: { name } }),
  transfer: () => call("POST /api/transfer"),
  takeTransfer: (word: string) => call("POST /api/transfer/take", { body: { word } }),
  leaveDevice: () => call("POST /api/me/leave"),
  forgetMe: () => call("DELETE /api/me"),
  passkeys: () => call("GET /api/passkeys"),
  passkeyOptions: () => call("POST /api/passkeys/options"),
  addPasskey: (credential: string, name: string) => call("POST /api/passkeys", { body: { credential, name } }),
  renamePasskey: (passkey: string, name: string) => call("POST /api/passkeys/{passkey}", { passkey, body: { name } }),
  removePasskey: (passkey: string) => call("DELETE /api/passkeys/{passkey}", { passkey }),
  enterOptions: () => call("POST /api/passkeys/enter/options"),
  enter: (credential: string) => call("POST /api/passkeys/enter", { body: { credential } }),
  enterChoice: (ticket: string, bring: boolean) => call("POST /api/passkeys/enter/choice", { body: { ticket, bring } }),
  leftBehind: () => call("GET /api/bringing"),
  bring: (table: string) => call("POST /api/tables/{table}/bring", { table }),
  pushKey: () => call("GET /api/push"),
  subscribe: (body: Subscribe) => call("POST /api/push", { body }),
  stopPush: (endpoint: string) => call("POST /api/push/stop", { body: { endpoint } }),
  regulars: () => call("GET /api/regulars"),
  block: (regular: string) => call("POST /api/regulars/{regular}/block", { regular }),
  invite: (table: string, regular: string) => call("POST /api/tables/{table}/invite", { table, body: { regular } }),
  invitations: () => call("GET /api/invitations"),
  decline: (invitation: string) => call("POST /api/invitations/{invitation}/decline", { invitation }),
  clubs: () => call("GET /api/clubs"),
  makeClub: (name: string) => call("POST /api/clubs", { body: { name } }),
  club: (club: string) => call("GET /api/clubs/{club}", { club }),
  lookAtClub: (club: string, key: string) => call("POST /api/clubs/{club}/look", { club, body: { key } }),
  joinClub: (club: string, key: string) => call("POST /api/clubs/{club}/join", { club, body: { key } }),
  renameClub: (club: string, name: string) => call("POST /api/clubs/{club}", { club, body: { name } }),
  renewClub: (club: string) => call("POST /api/clubs/{club}/renew", { club }),
  leaveClub: (club: string) => call("POST /api/clubs/{club}/leave", { club }),
  deleteClub: (club: string) => call("DELETE /api/clubs/{club}", { club }),
  removeMember: (club: string, member: string) => call("POST /api/clubs/{club}/remove", { club, body: { member } }),
  handClub: (club: string, member: string) => call("POST /api/clubs/{club}/hand", { club, body: { member } }),
  clubMonth: (club: string, month: string) => call("GET /api/clubs/{club}/month", { club, query: { month } }),
  clubBoard: (club: string) => call("GET /api/clubs/{club}/challenge", { club }),
  tryForClub: (club: string, body: NewTry) => call("POST /api/clubs/{club}/challenge", { club, body }),
  clubToday: (club: string) => call("GET /api/clubs/{club}/today", { club }),
  rooms: () => call("GET /api/rooms"),
  openRoom: () => call("POST /api/rooms"),
  room: (room: string) => call("GET /api/rooms/{room}", { room }),
  /** Whether the opener let this device in, which knows the code alone. */
  waitForRoom: (room: string, ticket: string) => call("POST /api/rooms/{room}/wait", { room, body: { ticket } }),
  admitToRoom: (room: string, body: RoomAdmit) => call("POST /api/rooms/{room}/admit", { room, body }),
  enterRoom: (room: string, body: RoomKey) => call("POST /api/rooms/{room}/enter", { room, body }),
  leaveRoom: (room: string, number: string) => call("POST /api/rooms/{room}/leave", { room, body: { number } }),
  chooseCat: (room: string, cat: string) => call("POST /api/rooms/{room}/cat", { room, body: { cat } }),
  freeCats: (room: string) => call("POST /api/rooms/{room}/free", { room, body: { cat: "" } }),
  lockRoom: (room: string, locked: boolean) => call("POST /api/rooms/{room}/lock", { room, body: { locked } }),
  roomCode: (room: string) => call("POST /api/rooms/{room}/code", { room }),
  deleteRoom: (room: string) => call("DELETE /api/rooms/{room}", { room }),
  roomTable: (room: string, body: RoomTable) => call("POST /api/rooms/{room}/tables", { room, body }),
  sit: (table: string) => call("POST /api/tables/{table}/sit", { table, body: {} }),
  roomKnowledge: (room: string) => call("GET /api/rooms/{room}/knowledge", { room }),
  forgetKnowledge: (room: string, cat: string) => call("DELETE /api/rooms/{room}/knowledge", { room, query: { cat } }),
  qr: (link: string) => text("POST /api/qr", { body: { text: link } }),
  review: (table: string) => call("GET /api/tables/{table}/review", { table }),
  rating: (table: string) => call("GET /api/tables/{table}/rating", { table }),
  forgetRatings: () => call("DELETE /api/ratings"),
  fates: (table: string) => call("GET /api/tables/{table}/fates", { table }),
  replay: (table: string, seat: number | null) =>
    call("GET /api/tables/{table}/replay", { table, query: { seat: seat ?? undefined } }),
  record: (table: string) => text("GET /api/tables/{table}/record", { table }),
  /** Keeps the record of a match that was played elsewhere. */
  keepRecord: (record: string) => call("POST /api/records", { body: record }),
  races: (table: string) => call("GET /api/tables/{table}/races", { table }),
  checkSheet: (drawing: string) => call("POST /api/sheets/check", { body: { text: drawing } }),
  recordAddress: (table: string) => address("GET /api/tables/{table}/record", { table }),
};
