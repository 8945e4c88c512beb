import { w } from "../../words/index.svelte";
import type { GameModule } from "../board";
import Board from "./Board.svelte";
import { cardName } from "./naming";
import type { Colour, MeowView } from "./types";

const game: GameModule<MeowView> = {
  Board,
  label(action) {
    const card = action.split(" ")[1] ?? "";
    return w("page.meow.play", {
      card: cardName({ card, colour: card.charAt(0) as Colour, rank: Number(card.slice(1)) }),
    });
  },
  counts: "lead",
  points: (view) => view.piles.map((pile) => pile.total),
};

export default game;
