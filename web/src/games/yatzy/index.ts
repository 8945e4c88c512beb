import type { GameEntry } from "../game";
import Cover from "./Cover.svelte";

const game: GameEntry = {
  Cover,
  load: () => import("./table").then((m) => m.default),
  lesson: () => import("./lesson").then((m) => m.default),
  plainOptions: ["scratch"],
  pad: { load: () => import("./pad/Pad.svelte").then((m) => m.default), oneMatch: false },
  print: { options: {} },
  children: { fills: false },
  hidden: false,
  rivals: ["tabby"],
  friends: 2,
};

export default game;
