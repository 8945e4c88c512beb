import { gameModule } from "../games/board";
import { plainLabel } from "./actions";
import Board from "./Board.svelte";

export default gameModule<unknown>({ Board, label: plainLabel, listsActions: true, shakes: true });
