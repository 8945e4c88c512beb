import type { GameEntry } from "../game";
import { lazy } from "../../words/index.svelte";
import Cover from "./Cover.svelte";

const game: GameEntry = {
  Cover,
  load: lazy(() => import("./table"), { game: "yatzy" }),
  lesson: lazy(() => import("./lesson")),
  figures: lazy(() => import("./Figures.svelte")),
  plainOptions: ["scratch"],
  pad: { load: lazy(() => import("./pad/Pad.svelte")), oneMatch: false },
  print: { options: {} },
  children: { fills: false },
  hidden: false,
  rivals: ["tabby"],
  friends: 2,
};

export default game;
