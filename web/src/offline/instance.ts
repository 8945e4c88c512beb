import { keep, kept } from "../settings.svelte";
import { ELSEWHERE } from "../net/socket";
import { address, clearOlder, keptBundle } from "./bundle";
import { controlled } from "./control";
import type { FromWorker, ToWorker } from "./messages";

/** The messages of a connection to its table. */
export interface LineListener {
  opened(): void;
  heard(text: string): void;
  closed(code: number): void;
}

/** The table's end of a connection. */
export interface LineEnd {
  send(text: string): void;
  /** Notes the round trip to a guest's device, in milliseconds; `most`: a limit that the guest's page cannot move. */
  measured(trip: number, most: number | null): void;
  close(): void;
}

/** The id of the device's own person, as in `purrlor.table.keys`. */
const DEVICE = "device";

interface Question {
  answered(response: Response): void;
  failed(error: Error): void;
}

/** A list is looked at now and then by itself: that is not a reason to take the games from another tab. */
function isQuiet(method: string, path: string): boolean {
  return method === "GET" && /^\/api\/(tables|games|me)$/.test(path);
}

/**
 * The offline instance of this device: Python in a worker, which starts with the first question. One tab has it at a
 * time; a tab that opens a table takes it over.
 */
export class DeviceParlour {
  private worker: Promise<Worker> | null = null;
  private readonly questions = new Map<number, Question>();
  private readonly lines = new Map<number, LineListener>();
  private counted = 0;

  /** An answer like that of `fetch`; it fails if the instance does not run. */
  async ask(method: string, path: string, body: string, language: string, person = DEVICE): Promise<Response> {
    const worker = await this.running(!isQuiet(method, path));
    const number = ++this.counted;
    return new Promise((answered, failed) => {
      this.questions.set(number, { answered, failed });
      post(worker, { type: "ask", number, method, path, body, language, person });
    });
  }

  /** Lets a guest on another device come to a table. */
  async admit(person: string, table: string): Promise<void> {
    post(await this.running(false), { type: "admit", person, table });
  }

  connect(table: string, language: string, listener: LineListener, person = DEVICE): LineEnd {
    const connection = ++this.counted;
    this.lines.set(connection, listener);
    const worker = this.running(true);
    const say = (message: ToWorker) => void worker.then((there) => post(there, message)).catch(() => undefined);
    worker.then(
      (there) => {
        if (!this.lines.has(connection)) return;
        post(there, { type: "connect", connection, table, language, person });
        listener.opened();
      },
      () => this.lines.delete(connection) && listener.closed(1006),
    );
    return {
      send: (text) => say({ type: "send", connection, text }),
      measured: (trip, most) => say({ type: "measured", connection, trip, most }),
      close: () => this.lines.delete(connection) && say({ type: "disconnect", connection }),
    };
  }

  /** Ends the worker: the files or matches are about to be removed. */
  async stop(): Promise<void> {
    const running = this.worker;
    this.worker = null;
    (await running?.catch(() => null))?.terminate();
    this.end("failed");
  }

  private running(take: boolean): Promise<Worker> {
    if (!this.worker) {
      const starting = this.start(take);
      this.worker = starting;
      starting.catch(() => {
        if (this.worker === starting) this.worker = null;
      });
    }
    return this.worker;
  }

  private async start(take: boolean): Promise<Worker> {
    const bundle = await keptBundle();
    if (!bundle) {
      keep({ device: "" });
      throw new Error("the files of the parlour are gone");
    }
    if (bundle.version !== kept.device) keep({ device: bundle.version });
    await controlled();
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "purrlor" });
    const files = Object.fromEntries(bundle.files.map(({ name }) => [name, address(bundle.version, name)]));
    return new Promise((started, failed) => {
      worker.onerror = (event) => {
        failed(new Error(event.message));
        this.end("failed", worker, event.message);
      };
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === "started") {
          started(worker);
          void clearOlder(bundle.version);
        } else if (data.type === "ended") {
          failed(new Error(data.error));
          this.end(data.why, worker, data.error);
        } else this.hear(data);
      };
      post(worker, { type: "start", files, take });
    });
  }

  private hear(message: Exclude<FromWorker, { type: "started" | "ended" }>): void {
    if (message.type === "answer") {
      const { number, status, kind, body } = message;
      this.questions.get(number)?.answered(new Response(body, { status, headers: { "Content-Type": kind } }));
      this.questions.delete(number);
    } else if (message.type === "heard") this.lines.get(message.connection)?.heard(message.text);
    else {
      const line = this.lines.get(message.connection);
      this.lines.delete(message.connection);
      line?.closed(message.code);
    }
  }

  /** Nobody answers any more. Tables come back by themselves, unless another tab has them. */
  private end(why: "elsewhere" | "failed", worker?: Worker, error = ""): void {
    if (error && why === "failed") console.error(error);
    worker?.terminate();
    this.worker = null;
    const [questions, lines] = [[...this.questions.values()], [...this.lines.values()]];
    this.questions.clear();
    this.lines.clear();
    for (const question of questions) question.failed(new Error(why));
    for (const line of lines) line.closed(why === "elsewhere" ? ELSEWHERE : 1006);
  }
}

function post(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}
