import type { GameModule } from "../games/board";
import Board from "./Board.svelte";

const game: GameModule<unknown> = { Board, label: (action) => action };

export default game;
