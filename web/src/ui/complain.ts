import { ApiError } from "../net/api";
import { refusalWords } from "../table/refusal";
import { laterWords, w } from "../words/index.svelte";
import { toast } from "./toasts.svelte";

/** The words for what went wrong: the server's, in our language, or that it did not answer. */
export function trouble(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === "offline") return w("page.offline.text");
  return refusalWords(error) || w("page.trouble");
}

export function complain(error: unknown): void {
  const said = () => toast(trouble(error), "bad");
  // Refusals are seldom said: their words come when they are needed.
  if (error instanceof ApiError && error.code !== "offline") void laterWords().then(said, said);
  else said();
}

/** A part of the page did not come, and nothing on the page waits for it. */
export function missed(): void {
  toast(w("page.missing.reload"), "bad");
}
