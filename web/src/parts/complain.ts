import { ApiError } from "../net/api";
import { has, w } from "../words/index.svelte";
import { toast } from "./toasts.svelte";

/** The words for what went wrong: the server's own, or that it did not answer. */
export function trouble(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === "offline") return w("page.offline.text");
  const key = `server.refused.${error.code}`;
  return error.words || (has(key) ? w(key) : w("page.trouble"));
}

export function complain(error: unknown): void {
  toast(trouble(error), "bad");
}
