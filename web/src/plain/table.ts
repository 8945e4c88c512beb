import { gameModule } from "../games/board";
import type { OutlinePicture } from "../wire";
import Board from "./Board.svelte";

export default gameModule<OutlinePicture>({ Board, label: (action) => action });
