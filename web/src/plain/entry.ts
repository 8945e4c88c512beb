import type { GameEntry } from "../games/game";
import { lazy } from "../words/index.svelte";
import Cover from "./Cover.svelte";

/** A game that brings nothing of its own to the page: what can be shown of any game. */
export const PLAIN: GameEntry = {
  Cover,
  load: lazy(() => import("./table"), { words: false }),
  plainOptions: "all",
  hidden: true,
};
