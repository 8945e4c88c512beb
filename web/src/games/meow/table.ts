import { w } from "../../words/index.svelte";
import { gameModule } from "../board";
import Board from "./Board.svelte";
import { cardName } from "./naming";
import type { Colour, MeowView, Note } from "./types";

export default gameModule<MeowView, Note>({
  Board,
  label(action) {
    const card = action.split(" ")[1] ?? "";
    return w("page.meow.play", {
      card: cardName({ card, colour: card.charAt(0) as Colour, rank: Number(card.slice(1)) }),
    });
  },
  counts: "lead",
  points: (view) => view.piles.map((pile) => pile.total),
});
