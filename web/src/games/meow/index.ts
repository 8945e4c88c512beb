import type { GameEntry } from "../game";
import { lazy } from "../../words/index.svelte";
import Cover from "./Cover.svelte";

const game: GameEntry = {
  Cover,
  load: lazy(() => import("./table"), { game: "meow" }),
  lesson: lazy(() => import("./lesson")),
  figures: lazy(() => import("./Figures.svelte")),
  plainOptions: ["expert"],
  pad: { load: lazy(() => import("./pad/Pad.svelte")), oneMatch: true },
  children: { fills: true, load: lazy(() => import("./children/table"), { game: "meow" }) },
  hidden: true,
  rivals: ["kitten", "tabby", "lynx"],
  friends: 4,
};

export default game;
