import { w } from "../../words/index.svelte";
import { gameModule } from "../board";
import Board from "./Board.svelte";
import Reached from "./Reached.svelte";
import { cardName } from "./card-words";
import { roundWords } from "./round-words";
import type { Colour } from "./cards";
import type { Note, Picture } from "./wire";

export default gameModule<Picture, Note>({
  Board,
  Reached,
  chapter: (view) => (view.over ? "end" : "trick"),
  label(action) {
    const card = action.split(" ")[1] ?? "";
    return w("page.meow.play", {
      card: cardName({ card, colour: card.charAt(0) as Colour, rank: Number(card.slice(1)) }),
    });
  },
  counts: "lead",
  celebrates: (note) => note.kind === "one_beats_eighteen",
  standing: (view, notes, names) =>
    view.round > 1 && notes.some(({ note }) => note.kind === "lays_row")
      ? roundWords(view.round - 1, view.piles, names)
      : "",
  points: (view) => view.piles.map((pile) => pile.total),
});
