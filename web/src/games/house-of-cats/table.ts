import type { GameModule } from "../board";
import Board from "./Board.svelte";
import Comparison from "./Comparison.svelte";
import type { Picture } from "./picture";
import { group, label } from "./telling";

const game: GameModule<Picture> = {
  Board,
  Comparison,
  label: (action) => label(action),
  group: (action) => group(action),
  points: (view) =>
    view.houses.map((house, seat) => (seat === view.viewer && view.turn ? view.turn.house.total : house.total)),
};

export default game;
