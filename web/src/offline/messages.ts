// The messages between the page and the worker that runs the games offline.

export type ToWorker =
  | { type: "start"; files: Record<string, string>; take: boolean }
  | { type: "ask"; number: number; method: string; path: string; body: string; language: string; person: string }
  /** A guest on another device may come to a table. */
  | { type: "admit"; person: string; table: string }
  | { type: "connect"; connection: number; table: string; language: string; person: string }
  /** The round trip to a guest's device in milliseconds, and a limit that the guest's page cannot move. */
  | { type: "measured"; connection: number; trip: number; most: number | null }
  | { type: "send"; connection: number; text: string }
  | { type: "disconnect"; connection: number };

export type FromWorker =
  | { type: "started" }
  /** It cannot go on: another tab runs the games ("elsewhere"), or it did not start, or broke ("failed"). */
  | { type: "ended"; why: "elsewhere" | "failed"; error: string }
  | { type: "answer"; number: number; status: number; kind: string; body: string }
  | { type: "heard"; connection: number; text: string }
  | { type: "closed"; connection: number; code: number };
