import { gameModule } from "../games/board";
import Board from "./Board.svelte";

export default gameModule<unknown>({ Board, label: (action) => action });
