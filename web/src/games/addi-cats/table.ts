import { w } from "../../words/index.svelte";
import { gameModule } from "../board";
import Board from "./Board.svelte";
import LookBack from "./LookBack.svelte";
import type { View, Note } from "./view";

function label(action: string): string {
  const [kind, part] = action.split(" ");
  return part ? w("page.addi-cats.label.hit", { part: w(`addi-cats.part.${part}`) }) : w(`addi-cats.label.${kind}`);
}

export default gameModule<View, Note>({ Board, label, LookBack });
