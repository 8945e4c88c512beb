import type {
  Board,
  Club,
  ClubDay,
  ClubInfo,
  ClubLook,
  ClubMonth,
  Ceremony,
  Entered,
  Forgotten,
  GameInfo,
  History,
  Invitation,
  Join,
  Joined,
  Left,
  Me,
  NewTable,
  NewTry,
  Passkeys,
  PushKey,
  PuzzleJudged,
  PuzzleShown,
  PuzzleStanding,
  PuzzleTried,
  Regular,
  Subscribe,
  Problem,
  RaceLedger,
  Replay,
  ReviewAnswer,
  Room,
  RoomAdmit,
  RoomFound,
  RoomInfo,
  RoomKey,
  RoomKnowledge,
  RoomTable,
  RoomWait,
  RulesPage,
  SheetChecked,
  TableCode,
  TableInfo,
  TableMade,
  TableSummary,
  TableRating,
  Today,
  TransferMade,
} from "../wire";
import type { AskedFate } from "./fates";
import { SITE } from "../address";
import { ask, askDevice, hasParlour } from "./places.svelte";

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

export async function request(method: string, path: string, body?: unknown): Promise<Response> {
  return sent(ask(method, path, body === undefined || typeof body === "string" ? body : JSON.stringify(body)));
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

export async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return read<T>(await request(method, path, body));
}

async function read<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

const club = (id: string) => `/api/clubs/${encodeURIComponent(id)}`;
const room = (id: string) => `/api/rooms/${encodeURIComponent(id)}`;
const passkey = (id: string) => `/api/passkeys/${encodeURIComponent(id)}`;
const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

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

export const api = {
  games: () => json<GameInfo[]>("GET", "/api/games"),
  tables: () => json<TableSummary[]>("GET", "/api/tables"),
  /** The tables of this device; none if it is no parlour. */
  tablesHere: async () =>
    hasParlour() && !SITE ? await read<TableSummary[]>(await sent(askDevice("GET", "/api/tables"))) : [],
  create: (wanted: NewTable) => json<TableMade>("POST", "/api/tables", wanted),
  join: (id: string, wanted: Join) => json<Joined>("POST", `${table(id)}/join`, { request: joinWord(id), ...wanted }),
  /** Why the line of a table cannot be opened, which a browser does not tell; null: nobody answers, or it can. */
  refusal: (id: string): Promise<ApiError | null> =>
    request("GET", `${table(id)}/socket`).then(
      () => null,
      (error: unknown) =>
        error instanceof ApiError && !["offline", "unknown", "bad_request"].includes(error.code) ? error : null,
    ),
  table: (id: string) => json<TableInfo>("GET", table(id)),
  leave: (id: string) => json<Left>("POST", `${table(id)}/leave`, {}),
  remove: (id: string) => json<Left>("DELETE", table(id)),
  link: (id: string) => json<TableMade>("POST", `${table(id)}/link`, {}),
  /** Five letters that stand for the invitation to a table, and the invitation that they stand for. */
  code: (id: string) => json<TableCode>("POST", `${table(id)}/code`, {}),
  takeCode: (code: string) => json<TableMade>("POST", "/api/codes", { code }),
  rules: (game: string, language: string) =>
    json<RulesPage>("GET", `/api/games/${encodeURIComponent(game)}/rules?language=${language}`),
  words: (game: string, language: string) =>
    json<Record<string, string>>("GET", `/api/games/${encodeURIComponent(game)}/words?language=${language}`),
  history: () => json<History>("GET", "/api/history"),
  exportAddress: () => "/api/history/export",
  today: () => json<Today>("GET", "/api/today"),
  board: (game: string, day: string) =>
    json<Board>("GET", `/api/today/${encodeURIComponent(game)}${day ? `?day=${day}` : ""}`),
  try: (game: string, wanted: NewTry) => json<TableMade>("POST", `/api/today/${encodeURIComponent(game)}`, wanted),
  puzzles: () => json<PuzzleStanding[]>("GET", "/api/puzzles"),
  /** The next puzzle for us. */
  puzzle: (game: string) => json<PuzzleShown>("GET", `/api/puzzles/${encodeURIComponent(game)}`),
  tryPuzzle: (game: string, wanted: PuzzleTried) =>
    json<PuzzleJudged>("POST", `/api/puzzles/${encodeURIComponent(game)}`, wanted),
  me: () => json<Me>("GET", "/api/me"),
  rename: (name: string) => json<Me>("POST", "/api/me", { name }),
  transfer: () => json<TransferMade>("POST", "/api/transfer", {}),
  takeTransfer: (word: string) => json<Entered>("POST", "/api/transfer/take", { word }),
  leaveDevice: () => json<Me>("POST", "/api/me/leave", {}),
  forgetMe: () => json<Forgotten>("DELETE", "/api/me"),
  passkeys: () => json<Passkeys>("GET", "/api/passkeys"),
  passkeyOptions: () => json<Ceremony>("POST", "/api/passkeys/options", {}),
  addPasskey: (credential: string, name: string) => json<Passkeys>("POST", "/api/passkeys", { credential, name }),
  renamePasskey: (id: string, name: string) => json<Passkeys>("POST", passkey(id), { name }),
  removePasskey: (id: string) => json<Passkeys>("DELETE", passkey(id)),
  enterOptions: () => json<Ceremony>("POST", "/api/passkeys/enter/options", {}),
  enter: (credential: string) => json<Entered>("POST", "/api/passkeys/enter", { credential }),
  enterChoice: (ticket: string, bring: boolean) =>
    json<Entered>("POST", "/api/passkeys/enter/choice", { ticket, bring }),
  leftBehind: () => json<string[]>("GET", "/api/bringing"),
  bring: (id: string) => request("POST", `${table(id)}/bring`, {}),
  pushKey: () => json<PushKey>("GET", "/api/push"),
  subscribe: (wanted: Subscribe) => request("POST", "/api/push", wanted),
  stopPush: (endpoint: string) => request("POST", "/api/push/stop", { endpoint }),
  regulars: () => json<Regular[]>("GET", "/api/regulars"),
  block: (id: string) => request("POST", `/api/regulars/${encodeURIComponent(id)}/block`, {}),
  invite: (id: string, regular: string) => request("POST", `${table(id)}/invite`, { regular }),
  invitations: () => json<Invitation[]>("GET", "/api/invitations"),
  decline: (id: string) => request("POST", `/api/invitations/${encodeURIComponent(id)}/decline`, {}),
  clubs: () => json<ClubInfo[]>("GET", "/api/clubs"),
  makeClub: (name: string) => json<Club>("POST", "/api/clubs", { name }),
  club: (id: string) => json<Club>("GET", club(id)),
  lookAtClub: (id: string, key: string) => json<ClubLook>("POST", `${club(id)}/look`, { key }),
  joinClub: (id: string, key: string) => json<Club>("POST", `${club(id)}/join`, { key }),
  renameClub: (id: string, name: string) => json<Club>("POST", club(id), { name }),
  renewClub: (id: string) => json<Club>("POST", `${club(id)}/renew`, {}),
  leaveClub: (id: string) => request("POST", `${club(id)}/leave`, {}),
  deleteClub: (id: string) => request("DELETE", club(id)),
  removeMember: (id: string, member: string) => json<Club>("POST", `${club(id)}/remove`, { member }),
  handClub: (id: string, member: string) => json<Club>("POST", `${club(id)}/hand`, { member }),
  clubMonth: (id: string, month: string) => json<ClubMonth>("GET", `${club(id)}/month?month=${month}`),
  clubBoard: (id: string) => json<Board>("GET", `${club(id)}/challenge`),
  tryForClub: (id: string, wanted: NewTry) => json<TableMade>("POST", `${club(id)}/challenge`, wanted),
  clubToday: (id: string) => json<ClubDay>("GET", `${club(id)}/today`),
  rooms: () => json<RoomInfo[]>("GET", "/api/rooms"),
  openRoom: () => json<RoomFound>("POST", "/api/rooms", {}),
  findRoom: (code: string) => json<RoomFound>("POST", "/api/rooms/find", { code }),
  room: (id: string) => json<Room>("GET", room(id)),
  /** Whether the opener let this device in, which knows the code alone. */
  waitForRoom: (id: string, ticket: string) => json<RoomWait>("POST", `${room(id)}/wait`, { ticket }),
  admitToRoom: (id: string, wanted: RoomAdmit) => json<Room>("POST", `${room(id)}/admit`, wanted),
  enterRoom: (id: string, wanted: RoomKey) => json<Room>("POST", `${room(id)}/enter`, wanted),
  leaveRoom: (id: string, number: string) => request("POST", `${room(id)}/leave`, { number }),
  chooseCat: (id: string, cat: string) => json<Room>("POST", `${room(id)}/cat`, { cat }),
  freeCats: (id: string) => json<Room>("POST", `${room(id)}/free`, { cat: "" }),
  lockRoom: (id: string, locked: boolean) => json<Room>("POST", `${room(id)}/lock`, { locked }),
  roomCode: (id: string) => json<{ code: string }>("POST", `${room(id)}/code`, {}),
  deleteRoom: (id: string) => request("DELETE", room(id)),
  roomTable: (id: string, wanted: RoomTable) => json<TableMade>("POST", `${room(id)}/tables`, wanted),
  sit: (id: string) => json<Joined>("POST", `${table(id)}/sit`, {}),
  roomKnowledge: (id: string) => json<RoomKnowledge[]>("GET", `${room(id)}/knowledge`),
  forgetKnowledge: (id: string, cat: string) => json<RoomKnowledge[]>("DELETE", `${room(id)}/knowledge?cat=${cat}`),
  qr: async (text: string) => (await request("POST", "/api/qr", { text })).text(),
  review: (id: string) => json<ReviewAnswer>("GET", `${table(id)}/review`),
  rating: (id: string) => json<TableRating>("GET", `${table(id)}/rating`),
  forgetRatings: () => request("DELETE", "/api/ratings"),
  fates: (id: string) => json<AskedFate[]>("GET", `${table(id)}/fates`),
  replay: (id: string, seat: number | null) =>
    json<Replay>("GET", `${table(id)}/replay${seat === null ? "" : `?seat=${seat}`}`),
  record: async (id: string) => (await request("GET", `${table(id)}/record`)).text(),
  /** Keeps the record of a match that was played elsewhere. */
  keepRecord: (record: string) => json<TableMade>("POST", "/api/records", record),
  races: (id: string) => json<RaceLedger[]>("GET", `${table(id)}/races`),
  checkSheet: (text: string) => json<SheetChecked>("POST", "/api/sheets/check", { text }),
  recordAddress: (id: string) => `${table(id)}/record`,
};
