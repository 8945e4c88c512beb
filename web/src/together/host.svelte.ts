import { hex, sha256 } from "../../fate.js";
import { deviceParlour, HOSTING_KEY } from "../net/places.svelte";
import type { LineEnd } from "../offline/instance";
import { router } from "../router.svelte";
import { language } from "../words/index.svelte";
import { Allowance, fromGuest, Joiner, MOST_FROM_GUEST, parts, type ToGuest, type ToHost } from "./frames";
import { Peer } from "./peer";
import { boxOf, hasRelay, look, newSecret, send } from "./relay";
import { arrange, CALL_MS, certificate, dial, keepCertificate, pause, within, type Call } from "./spares";

const MOST_GUESTS = 5;
/** Connections at once: a returning phone comes before its old connection has been missed. */
const MOST_PHONES = 2 * MOST_GUESTS;
/** How many rematches in a row are remembered. */
const MOST_TABLES = 20;
/** How long guests are called after a reload, and the pause between two calls. */
const CALLS_MS = 5 * 60_000;
const PAUSE_MS = 2000;
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

interface Doorkeeper {
  /** The secret of the link through the server; empty: there is none. */
  meeting(): string;
  /** The phone has said who its person is. */
  known(): Promise<void>;
  /** Its person has come to a table. */
  attends(table: string): void;
  /** It waits for our call after a reload. */
  spare(call: Call): void;
  gone(): void;
}

/**
 * One guest's phone. What it is sent passes through unread: the worker makes the view of that seat, and nothing of it
 * is kept or shown here.
 */
class GuestPhone {
  private readonly joiner = new Joiner(MOST_FROM_GUEST);
  private readonly allowance = new Allowance(performance.now());
  private readonly lines = new Map<number, LineEnd>();
  person = "";
  private pinged: { number: number; at: number } | null = null;
  private pings = 0;
  private readonly timer = setInterval(() => this.ping(), PING_MS);

  constructor(
    readonly peer: Peer,
    private readonly hosted: Hosted,
    private readonly door: Doorkeeper,
  ) {
    const { channel, connection } = peer;
    const welcome = () => this.send({ type: "welcome", ...this.hosted, meeting: this.door.meeting() });
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
    this.door.gone();
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
      await this.door.known();
    } else if (!this.person) throw new Error("nobody has said hello");
    else if (message.type === "ask") {
      const { number, method, path, body } = message;
      const response = await parlour.ask(method, path, body, message.language || language(), this.person);
      const kind = response.headers.get("Content-Type") ?? "";
      this.send({ type: "answer", number, status: response.status, kind, body: await response.text() });
    } else if (message.type === "connect") this.connect(message.connection, message.table, message.language);
    else if (message.type === "send") this.lines.get(message.connection)?.send(message.text);
    else if (message.type === "disconnect") this.hangUp(message.connection);
    else if (message.type === "spare") this.door.spare({ offer: message.offer, answer: message.answer });
    else await this.pong(message.number);
  }

  private connect(number: number, table: string, spoken: string): void {
    if (this.lines.size >= MOST_LINES || this.lines.has(number)) throw new Error("too many lines");
    void deviceParlour().then((parlour) => {
      const line = parlour.connect(
        table,
        spoken || language(),
        {
          opened: () => undefined,
          heard: (text) => {
            this.door.attends(table);
            this.send({ type: "heard", connection: number, text });
          },
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

  /**
   * The host measures the round trip. The guest's page answers, and could wait before it does; so ICE's own checks,
   * which its browser answers, limit what an answer can claim.
   */
  private ping(): void {
    if (this.peer.channel.readyState !== "open" || !this.person) return;
    this.pinged = { number: ++this.pings, at: performance.now() };
    this.send({ type: "ping", number: this.pings });
  }

  private async pong(number: number): Promise<void> {
    if (this.pinged?.number !== number) return;
    const trip = performance.now() - this.pinged.at;
    this.pinged = null;
    const most = await this.peer.roundTrip();
    for (const line of this.lines.values()) line.measured(trip, most);
  }

  send(message: ToGuest): void {
    if (this.peer.channel.readyState !== "open") return;
    for (const part of parts(JSON.stringify(message))) this.peer.channel.send(part);
  }
}

/** What lets this device's page call the guests after it has been loaded again. */
interface Kept {
  /** The table and its rematches. */
  tables: string[];
  calls: Record<string, Call>;
  /** The secret of the link through the server; empty: there is none. */
  meeting: string;
}

function kept(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(HOSTING_KEY) ?? "null") as Kept | null;
    if (found) return found;
  } catch {
    // Without storage the guests need a code after a reload.
  }
  return { tables: [], calls: {}, meeting: "" };
}

function keep(now: Kept): void {
  try {
    localStorage.setItem(HOSTING_KEY, JSON.stringify(now));
  } catch {
    // See above.
  }
}

/** The phones that come to a table of this device. */
class Host {
  /** How many phones are connected now. */
  guests = $state(0);
  /** The code that the next phone needs; empty: none is asked for. */
  code = $state("");
  /** The secret of the link by which phones come through the server; empty: none is wanted. */
  meeting = $state("");
  /** The secret whose box is looked into. */
  private listening = "";
  private waiting: Peer | null = null;
  /** Whether guests have come, or been called, since the page was loaded. */
  private begun = false;
  private readonly phones = new Set<GuestPhone>();
  /** Connections that wait for the calls of guests who lose theirs, by person. */
  private readonly spares = new Map<string, Peer>();

  /** Makes a code for one more phone. */
  async invite(): Promise<void> {
    this.forget();
    const peer = new Peer(await hostCertificate());
    this.waiting = peer;
    const code = await peer.offer();
    if (this.waiting === peer) this.code = code;
  }

  /** Makes a link by which phones come through the server, as long as this table is open. */
  meet(hosted: Hosted): void {
    this.open(hosted.table);
    this.meeting ||= kept().meeting || newSecret();
    keep({ ...kept(), meeting: this.meeting });
    void this.listen(this.meeting, hosted);
  }

  /** Forgets the guests of other tables, but not of those that this one is a rematch of. */
  private open(table: string): void {
    if (kept().tables.includes(table)) return;
    keep({ tables: [table], calls: {}, meeting: "" });
    this.meeting = "";
  }

  private async listen(secret: string, hosted: Hosted): Promise<void> {
    if (this.listening === secret) return;
    this.listening = secret;
    while (this.meeting === secret && (this.phones.size || router.route.page === "table")) {
      const letters = await look(secret, boxOf(secret)).catch(() => pause(PAUSE_MS));
      for (const letter of letters ?? []) void this.letIn(secret, letter, hosted).catch(() => undefined);
    }
    if (this.listening === secret) this.listening = "";
  }

  /** Answers the letter of a guest. Only those who have the link can have written it. */
  private async letIn(secret: string, letter: string, hosted: Hosted): Promise<void> {
    const { reply, offer } = JSON.parse(letter) as { reply: unknown; offer: unknown };
    if (typeof offer !== "string" || !/^[0-9a-f]{32}$/.test(String(reply)) || this.phones.size >= MOST_PHONES) return;
    const peer = new Peer(await hostCertificate());
    try {
      await send(secret, String(reply), await peer.answer(offer));
      await within(peer.opened(), CALL_MS);
      this.begun = true;
      this.receive(peer, hosted);
    } catch {
      peer.close();
    }
  }

  /** Takes the code that the other phone shows. */
  async accept(code: string, hosted: Hosted): Promise<void> {
    const peer = this.waiting;
    if (!peer) throw new Error("nobody is invited");
    if (this.phones.size >= MOST_PHONES) throw new Error("the table is full");
    await peer.accept(code);
    this.begun = true;
    this.waiting = null;
    this.code = "";
    this.open(hosted.table);
    if (hasRelay()) this.meet(hosted);
    this.receive(peer, hosted);
  }

  /** After a reload: calls the guests who were at this table. */
  resume(hosted: Hosted): void {
    const { tables, calls, meeting } = kept();
    if (!tables.includes(hosted.table)) return;
    if (meeting && hasRelay()) this.meet(hosted);
    if (this.begun) return;
    this.begun = true;
    for (const [person, call] of Object.entries(calls)) void this.callBack(person, call, hosted);
  }

  private async callBack(person: string, call: Call, hosted: Hosted): Promise<void> {
    const own = await hostCertificate();
    const until = performance.now() + CALLS_MS;
    while (performance.now() < until && !this.isHere(person)) {
      const peer = await dial(call, own).catch(() => null);
      if (!peer) return;
      try {
        await within(peer.opened(), CALL_MS);
        return this.receive(peer, hosted);
      } catch {
        peer.close();
        await pause(PAUSE_MS);
      }
    }
  }

  private receive(peer: Peer, hosted: Hosted): void {
    const phone: GuestPhone = new GuestPhone(peer, hosted, {
      meeting: () => this.meeting,
      known: () => this.welcome(phone, hosted),
      attends: (table) => this.attend(table),
      spare: (call) => this.keepCall(phone.person, call),
      gone: () => {
        this.phones.delete(phone);
        this.count();
      },
    });
    this.phones.add(phone);
    this.count();
  }

  /** A phone has said who it is: it takes the place of its connection before, if that has not been missed yet. */
  private async welcome(phone: GuestPhone, hosted: Hosted): Promise<void> {
    for (const each of this.phones) if (each !== phone && each.person === phone.person) each.end();
    const known = [...this.phones].filter(({ person }) => person);
    if (known.length > MOST_GUESTS) throw new Error("the table is full");
    this.count();
    const { spare, call } = await arrange(phone.peer);
    this.spares.get(phone.person)?.close();
    this.spares.set(phone.person, spare);
    spare.channel.onopen = () => {
      this.spares.delete(phone.person);
      this.receive(spare, hosted);
    };
    phone.send({ type: "spare", ...call });
  }

  private isHere(person: string): boolean {
    return [...this.phones].some((each) => each.person === person);
  }

  private attend(table: string): void {
    const { tables, ...rest } = kept();
    if (!tables.includes(table)) keep({ ...rest, tables: [...tables, table].slice(-MOST_TABLES) });
  }

  private keepCall(person: string, call: Call): void {
    const { calls, ...rest } = kept();
    const others = Object.entries(calls).filter(([each]) => each !== person);
    keep({ ...rest, calls: Object.fromEntries([...others, [person, call]].slice(-MOST_GUESTS)) });
  }

  private count(): void {
    this.guests = this.phones.size;
  }

  private forget(): void {
    this.waiting?.close();
    this.waiting = null;
    this.code = "";
  }
}

async function hostCertificate(): Promise<RTCCertificate> {
  const own = await certificate("host");
  await keepCertificate("host", own);
  return own;
}

export const host = new Host();
