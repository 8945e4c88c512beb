import type { GameEntry } from "../game";
import Cover from "./Cover.svelte";

const game: GameEntry = {
  Cover,
  load: () => import("./table").then((m) => m.default),
  lesson: () => import("./lesson").then((m) => m.default),
  plainOptions: ["expert"],
  pad: { load: () => import("./pad/Pad.svelte").then((m) => m.default), oneMatch: true },
  children: { fills: true, load: () => import("./children/table").then((m) => m.default) },
  hidden: true,
  rivals: ["kitten", "tabby", "lynx"],
  friends: 4,
};

export default game;
