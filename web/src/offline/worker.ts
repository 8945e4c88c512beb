// The offline instance: Pyodide runs the same Python as a server, and IndexedDB keeps what it writes.

import type { FromWorker, ToWorker } from "./messages";
import { loadBrowser, type Files, type Instance } from "./python";
import { Store, Superseded, type Write } from "./store";
import { Thinking } from "./thinking";

interface Step {
  number: number;
  writes: Write[];
}

interface Delivery {
  answers: { number: number; status: number; type: string; body: string }[];
  sends: [connection: number, text: string][];
  closed: [connection: number, reason: string][];
}

const LOCK = "purrlor-device";
/** How long a list waits for another tab to release the games, as after a reload. */
const PATIENCE = 2000;
/** The reason for closing a connection, as a server's WebSocket close code; other codes mean "reconnect". */
const CODES: Record<string, number> = { no_table: 4004, left: 4001 };

const post = (message: FromWorker) => self.postMessage(message);
const now = () => Math.floor(performance.timeOrigin + performance.now());

let instance: Instance;
let thinking: Thinking;
let store: Store;
let timer: ReturnType<typeof setTimeout> | undefined;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "start") void start(data.files, data.take);
  else {
    handle(data);
    goOn();
  }
};

function handle(message: Exclude<ToWorker, { type: "start" }>): void {
  if (message.type === "ask") {
    const { number, method, path, body, language, person } = message;
    instance.request(number, `${method} ${path}`, body, now(), language, person);
  } else if (message.type === "connect") {
    thinking.prepare();
    instance.connect(message.connection, message.table, now(), message.language, message.person);
  } else if (message.type === "admit") instance.admit(message.person, message.table);
  else if (message.type === "measured") instance.measured(message.connection, message.trip, message.most ?? undefined);
  else if (message.type === "send") instance.receive(message.connection, message.text, now());
  else instance.disconnect(message.connection, now());
}

// An error that nobody handles: the page starts the instance again from what is stored.
self.addEventListener("unhandledrejection", ({ reason }) => end("failed", reason));

/** Takes the games for this tab, then starts it, and holds it until another tab takes it. */
async function start(files: Files, take: boolean): Promise<void> {
  const options: LockOptions = take ? { steal: true } : { signal: AbortSignal.timeout(PATIENCE) };
  try {
    await navigator.locks.request(LOCK, options, async () => {
      await load(files);
      post({ type: "started" });
      goOn();
      await new Promise(() => undefined);
    });
  } catch (error) {
    const taken = error instanceof DOMException && (error.name === "AbortError" || error.name === "TimeoutError");
    end(taken ? "elsewhere" : "failed", error);
  }
}

function end(why: "elsewhere" | "failed", error: unknown): void {
  post({ type: "ended", why, error: String(error) });
  self.close();
}

async function load(files: Files): Promise<void> {
  const browser = await loadBrowser(files);
  const opened = await Store.open();
  store = opened.store;
  instance = browser.Instance(JSON.stringify(opened.kept));
  const make = () => new Worker(new URL("./thinker.ts", import.meta.url), { type: "module", name: "thinker" });
  thinking = new Thinking(files, make, { think: (question) => browser.think(question), answered, lost });
}

/** After everything that happens: store, send, set the timer, think. */
function goOn(): void {
  const step = instance.take();
  if (step !== undefined) void keep(JSON.parse(step) as Step);
  clearTimeout(timer);
  const due = instance.next_wake();
  if (due !== undefined) timer = setTimeout(wake, Math.max(0, due - now()));
  const question = thinking.busy ? undefined : instance.question();
  if (question !== undefined) thinking.ask(question);
}

function wake(): void {
  instance.wake(now());
  goOn();
}

function answered(answer: string): void {
  instance.answered(answer, now());
  goOn();
}

function lost(): void {
  instance.ask_again();
  goOn();
}

/** One step at a time: the instance returns the next one when this one is stored. */
async function keep({ number, writes }: Step): Promise<void> {
  try {
    if (writes.length) await store.write(writes);
  } catch (error) {
    if (error instanceof Superseded) end("elsewhere", error);
    else tell(instance.failed(number, now()));
    return;
  }
  tell(instance.stored(number, now()));
  goOn();
}

function tell(delivery: string): void {
  const { answers, sends, closed } = JSON.parse(delivery) as Delivery;
  for (const { number, status, type, body } of answers) post({ type: "answer", number, status, kind: type, body });
  for (const [connection, text] of sends) post({ type: "heard", connection, text });
  for (const [connection, reason] of closed) post({ type: "closed", connection, code: CODES[reason] ?? 1011 });
}
