import type { GameEntry } from "../game";
import { lazy } from "../../words/index.svelte";
import Cover from "./Cover.svelte";
import { FIRST_ABILITIES } from "./first";

const game: GameEntry = {
  Cover,
  load: lazy(() => import("./table"), { game: "house-of-cats" }),
  lesson: lazy(() => import("./lesson")),
  figures: lazy(() => import("./Figures.svelte")),
  setup: {
    load: lazy(() => import("./Setup.svelte")),
    options: ["level", "abilities", "sheet"],
    shared(fragment): Record<string, string> {
      // A shared sheet; its first part is its level.
      const sheet = fragment.get("sheet");
      return sheet ? { sheet, level: sheet.split(":")[0] ?? "1" } : {};
    },
  },
  pad: { load: lazy(() => import("./pad/Pad.svelte")), oneMatch: true },
  print: { options: { level: ["1", "2", "3", "4"] } },
  stepsBack: true,
  children: { fills: true, load: lazy(() => import("./children/table"), { game: "house-of-cats" }) },
  hidden: true,
  rivals: ["tabby"],
  beginner: { abilities: FIRST_ABILITIES },
  friends: 2,
};

export default game;
