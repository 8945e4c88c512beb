// The messages between the page and the worker that runs the games offline.

export type ToWorker =
  | { type: "start"; files: Record<string, string>; take: boolean }
  | { type: "ask"; number: number; method: string; path: string; body: string; language: string }
  | { type: "connect"; connection: number; table: string; language: string }
  | { type: "send"; connection: number; text: string }
  | { type: "disconnect"; connection: number };

export type FromWorker =
  | { type: "started" }
  /** It cannot go on: another tab runs the games ("elsewhere"), or it did not start, or broke ("failed"). */
  | { type: "ended"; why: "elsewhere" | "failed"; error: string }
  | { type: "answer"; number: number; status: number; kind: string; body: string }
  | { type: "heard"; connection: number; text: string }
  | { type: "closed"; connection: number; code: number };
