import { row } from "../../../words/index.svelte";
import { gameModule } from "../../board";
import type { Note, Picture } from "../wire";
import usual from "../table";
import { page } from "../sheet-words";
import Board from "./Board.svelte";

/** What is to be done, in a few words. */
function prompt(_legal: string[], view: Picture): string {
  const task = view.turn?.task;
  const can = (kind: string) => view.choices.some((choice) => choice.kind === kind);
  if (task?.kind === "room") return page("prompt.room");
  if (task?.kind === "write" && task.symbols.length === 1) return page("guide.write", { numbers: row(task.symbols) });
  if (task?.kind === "ability" && task.ability === "L") return page("prompt.mice");
  if (task) return page("prompt.any");
  if (can("place") || can("cat")) return page("prompt.die");
  return page(can("forfeit") ? "prompt.stuck" : "prompt.done");
}

export default { ...usual, ...gameModule<Picture, Note>({ Board, label: usual.label, prompt }) };
