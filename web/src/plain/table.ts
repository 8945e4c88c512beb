import { gameModule } from "../games/board";
import type { OutlinePicture } from "../wire";
import { plainLabel } from "./actions";
import Board from "./Board.svelte";

export default gameModule<OutlinePicture>({ Board, label: plainLabel, listsActions: true });
