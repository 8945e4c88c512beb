import { w } from "../../../words/index.svelte";
import { gameModule } from "../../board";
import usual from "../table";
import type { Note, Picture } from "../wire";
import Board from "./Board.svelte";

/** What is to be done, without the words of card players. */
function prompt(_legal: string[], view: Picture): string {
  if (!view.led) return w("page.meow.prompt.lead");
  const follows = view.hand.some((card) => card.colour === view.led);
  return w(follows ? "page.meow.prompt.follow" : "page.meow.free", { colour: w(`meow.colour.${view.led}`) });
}

export default { ...usual, ...gameModule<Picture, Note>({ Board, label: usual.label, prompt }) };
