import type { Status } from "../wire";

/** What has to be known of a table to say what leaving it means. */
export interface Leavable {
  id: string;
  status: Status;
  host: boolean;
  /** Other people have a seat there. */
  others: boolean;
  /** Only a spectator: there is no seat to give up. */
  watcher: boolean;
}

/** What leaving a table amounts to. */
export type Leaving = "forget" | "remove" | "resign" | "leave";

export function leavingOf({ status, others, watcher }: Leavable): Leaving {
  if (watcher) return "forget";
  if (!others) return "remove";
  if (status === "running") return "resign";
  return status === "open" ? "leave" : "forget";
}
