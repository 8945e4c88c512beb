import { gameModule } from "../board";
import Board from "./Board.svelte";
import Reached from "./Reached.svelte";
import Comparison from "./Comparison.svelte";
import PuzzleTurn from "./PuzzleTurn.svelte";
import type { Note, Picture } from "./wire";
import { group, label } from "./sheet-words";

export default gameModule<Picture, Note>({
  Board,
  Reached,
  chapter({ over, turn, sheet }) {
    if (over) return "end";
    if (turn?.task?.kind === "room") return "rooms";
    if (turn?.task?.kind === "ability") return "abilities";
    return turn?.starting || (sheet.level > 1 && turn?.task) ? "levels" : "turn";
  },
  Comparison,
  PuzzleChoice: PuzzleTurn,
  celebrates: (note) => note.kind === "fills_sheet",
  weighty: (action) => action === "done" || action === "forfeit",
  label: (action) => label(action),
  group: (action) => group(action),
  points: (view) =>
    view.houses.map((house, seat) => (seat === view.viewer && view.turn ? view.turn.house.total : house.total)),
});
