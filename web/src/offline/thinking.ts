import type { FromThinker, ToThinker } from "./thinker";
import type { Files } from "./python";

/** As much of a Worker as is needed. */
export type ThinkingWorker = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

interface Asker {
  /** purrlor.offline.think in this worker. */
  think(question: string): string;
  answered(answer: string): void;
  /** The question that was being thought about has to be asked again. */
  lost(): void;
}

/**
 * Has questions answered one at a time in a worker of its own. Where that does not start or breaks, as without the
 * memory for a second Python, they are answered in this worker between two messages.
 */
export class Thinking {
  private worker: ThinkingWorker | null = null;
  private alone = false;
  busy = false;

  constructor(
    private readonly files: Files,
    private readonly make: () => ThinkingWorker,
    private readonly asker: Asker,
  ) {}

  /** Starts the worker if it does not run: a question is likely to come. */
  prepare(): void {
    if (this.worker || this.alone) return;
    try {
      const worker = this.make();
      worker.onmessage = ({ data }: MessageEvent<FromThinker>) => {
        if (data.type === "thought") this.done(data.answer);
        else this.break(data.error);
      };
      worker.onerror = (event) => this.break(event.message);
      this.worker = worker;
      this.post({ type: "start", files: this.files });
    } catch (error) {
      this.break(String(error));
    }
  }

  ask(question: string): void {
    this.prepare();
    this.busy = true;
    if (this.worker) this.post({ type: "think", question });
    else setTimeout(() => this.done(this.asker.think(question)));
  }

  /** Frees the memory. */
  end(): void {
    this.worker?.terminate();
    this.worker = null;
  }

  private post(message: ToThinker): void {
    this.worker?.postMessage(message);
  }

  private done(answer: string): void {
    this.busy = false;
    this.asker.answered(answer);
  }

  private break(error: string): void {
    if (this.alone) return;
    console.warn(`thinking goes on beside the tables: ${error}`);
    this.end();
    this.alone = true;
    if (!this.busy) return;
    this.busy = false;
    this.asker.lost();
  }
}
