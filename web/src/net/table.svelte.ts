import { remember } from "../review/promised";
import type {
  Answer,
  AskState,
  ClientMessage,
  Hint,
  RaceLedger,
  Refused,
  Said,
  ServerMessage,
  TableInfo,
  Told,
  Update,
} from "../wire";
import { api } from "./api";
import { stands, type Question } from "./hint";
import { measureLine } from "./proxy-delay";
import { connect, isHere } from "./places.svelte";
import { pledged, revealed } from "./shares";
import { TableSocket, timers, type Connection } from "./socket";
import { continued } from "./story";

/** An act is answered within this time, or the connection is dead, as after a phone has slept. */
const PATIENCE = 6000;

/** The codes of refusals with which the server closes a connection. */
const CLOSED_BECAUSE: Record<string, string> = { moved: "moving", store_failed: "store_failed" };

/** The reason why a connection is down, as far as the server has sent it. */
export type Why = Pick<Refused, "code" | "words" | "values" | "reason">;

/** A seat as a key: spectators have none. */
const keyOf = (seat: number | null) => (seat === null ? "spectator" : String(seat));

/** Who took something back between two updates: fewer things have happened, and they are expected again. */
function whoseBack(before: Update, now: Update): number | undefined {
  if (now.events >= before.events) return undefined;
  return now.awaiting.find((seat) => !before.awaiting.includes(seat));
}

/** What is known at a seat. */
interface SeatRecord {
  update: Update;
  story: Told[];
  /** The notes that came with the newest update; empty after a reconnect. */
  fresh: Told[];
  /** Who took something back with the newest update. */
  back: number | undefined;
  /** Which connection the newest update came by. */
  line: number;
}

/** Everything that the web client knows about one table, kept up to date by its socket. */
export class LiveTable {
  info = $state.raw<TableInfo | null>(null);
  /** What each of our seats was sent. */
  private seats = $state.raw<Record<string, SeatRecord>>({});
  said = $state.raw<Said[]>([]);
  /** The newest thing said while we are here. */
  news = $state.raw<Said | null>(null);
  /** The position for which a hint was requested, until the position changes. */
  question = $state.raw<Question | null>(null);
  hint = $state.raw<Hint | null>(null);
  race = $state.raw<RaceLedger | null>(null);
  /** What the table answered last to a question of ours. */
  answer = $state.raw<Answer | null>(null);
  refused = $state.raw<Refused | null>(null);
  connection = $state<Connection>("closed");
  code = $state(0);
  /** The reason why the connection is down; null: not known. */
  why = $state.raw<Why | null>(null);
  /** The version an act of ours was made on; -1 while none is on its way. */
  acting = $state(-1);

  private readonly socket: TableSocket;
  private sent = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts connections: the first update of a seat on each contains nothing new. */
  private line = 0;

  /** `screen`: shows the table to everybody in the room, and receives no more than that. */
  constructor(
    readonly id: string,
    screen = false,
  ) {
    const listener = {
      message: (message: ServerMessage) => this.hear(message),
      connection: (state: Connection, code: number, reason: string) => this.connected(state, code, reason),
    };
    this.socket = new TableSocket(id, listener, { ...timers, connect: (table) => connect(table, screen) });
  }

  open(): void {
    this.socket.open();
  }

  close(): void {
    clearTimeout(this.timer);
    this.socket.close();
  }

  hurry(): void {
    this.socket.hurry();
  }

  /** Opens a new connection after the device slept: the old one may be dead without notice. */
  refresh(): void {
    if (this.connection === "open") this.socket.restart();
    else this.socket.hurry();
  }

  /** Handles the browser's report that it is offline. A table on this device needs no network. */
  lost(): void {
    if (!isHere(this.id)) this.socket.lost();
  }

  update(seat: number | null): Update | undefined {
    return this.seats[keyOf(seat)]?.update;
  }

  story(seat: number | null): Told[] {
    return this.seats[keyOf(seat)]?.story ?? [];
  }

  notes(seat: number | null): Told[] {
    return this.seats[keyOf(seat)]?.fresh ?? [];
  }

  /** Whose turn it is again, because they took something back just now. */
  back(seat: number | null): number | undefined {
    return this.seats[keyOf(seat)]?.back;
  }

  /** Sends an act on the version that its seat sees now. False: disconnected, nothing was sent. */
  act(seat: number, action: string, reaction?: number): boolean {
    const update = this.update(seat);
    if (!update) return false;
    this.acting = update.version;
    const sent = this.send({
      type: "act",
      seat,
      version: update.version,
      action,
      id: ++this.sent,
      reaction: reaction ?? null,
    });
    if (!sent) this.acting = -1;
    else if (this.question?.seat === seat) this.forgetHint();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.acting >= 0 && this.socket.restart(), PATIENCE);
    return sent;
  }

  /** Asks for a hint about what a seat can do now. */
  askHint(seat: number): void {
    const id = ++this.sent;
    if (!this.send({ type: "hint", seat, id })) return;
    this.hint = null;
    this.question = { id, seat, legal: this.update(seat)?.legal ?? [] };
  }

  /** Asks how things stand; `answer` changes when the answer has come. */
  ask(seat: number | null, question: AskState["question"], language: string): void {
    this.send({ type: "ask", seat, question, language, id: ++this.sent });
  }

  forgetHint(): void {
    this.question = this.hint = null;
  }

  send(message: ClientMessage): boolean {
    this.refused = null;
    return this.socket.send("id" in message || message.type === "ready" ? message : { ...message, id: ++this.sent });
  }

  private connected(state: Connection, code: number, reason: string): void {
    const refused = state === "waiting" && this.connection === "connecting";
    this.connection = state;
    if (state === "open") this.why = null;
    const because = CLOSED_BECAUSE[reason];
    if (because) this.why = { code: because, words: "", values: {}, reason: null };
    else if (refused && !isHere(this.id)) void this.askWhy();
    this.code = code;
    this.acting = -1;
    this.line++;
    // An answer on its way does not reach the new connection.
    if (!this.hint) this.question = null;
  }

  /** Requests the reason why the connection could not be opened; meanwhile it is retried. */
  private async askWhy(): Promise<void> {
    const why = await api.refusal(this.id);
    if (this.connection !== "open") this.why = why;
  }

  private hear(message: ServerMessage): void {
    if (message.type === "table") this.hearTable(message);
    else if (message.type === "update") this.hearUpdate(message);
    else if (message.type === "said") this.hearSaid(message);
    else if (message.type === "hint") this.hearHint(message);
    else if (message.type === "answer") this.answer = message;
    else if (message.type === "race") this.race = message;
    else if (message.type === "measure_line") void measureLine(this.id, message.times);
    else if (message.type === "refused") {
      this.refused = message;
      this.acting = -1;
      if (this.question?.id === message.id) this.forgetHint();
    }
  }

  /** A new connection receives the chat again, before it receives the table. */
  private hearSaid(said: Said): void {
    const known = ({ at, name, phrase, text }: Said) =>
      at === said.at && name === said.name && phrase === said.phrase && text === said.text;
    if (this.said.some(known)) return;
    this.said = [...this.said, said].slice(-200);
    if (this.info) this.news = said;
  }

  /** The answer may be about an older version: it counts as long as its question stands. */
  private hearHint(hint: Hint): void {
    if (this.question?.id === hint.id) this.hint = hint;
  }

  private hearTable(info: TableInfo): void {
    this.info = info;
    if (info.status !== "over") remember(info.id, info.commitment);
    if (info.status !== "open") return;
    if (info.revealing) {
      const contribution = revealed(info);
      if (contribution !== null) this.send({ type: "reveal", contribution });
    } else if (info.seats.some((seat) => seat.yours && !seat.ready)) {
      this.send({ type: "ready", pledge: pledged(info.id) });
    }
  }

  private hearUpdate(update: Update): void {
    const key = keyOf(update.seat);
    const before = this.seats[key];
    const again = before?.line === this.line ? before : undefined;
    const story = (before?.story ?? []).filter((told) => told.event <= (update.since ?? update.events));
    const last = update.since === undefined ? 0 : (before?.update.events ?? 0);
    const record: SeatRecord = {
      update,
      story: continued(story, update.notes),
      fresh: again ? update.notes.filter((told) => told.event > last) : [],
      back: again && whoseBack(again.update, update),
      line: this.line,
    };
    this.seats = { ...this.seats, [key]: record };
    if (update.version !== this.acting) this.acting = -1;
    if (this.question?.seat === update.seat && !stands(this.question, update, this.notes(update.seat))) {
      this.forgetHint();
    }
  }
}
