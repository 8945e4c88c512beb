import type { GameEntry } from "../games/game";
import Cover from "./Cover.svelte";

/** A game that brings nothing of its own to the page: what can be shown of any game. */
export const PLAIN: GameEntry = {
  Cover,
  load: () => import("./table").then((m) => m.default),
  plainOptions: "all",
  hidden: true,
};
