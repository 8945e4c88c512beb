import type { GameEntry } from "../game";
import Cover from "./Cover.svelte";
import { FIRST_ABILITIES } from "./first";

const game: GameEntry = {
  Cover,
  load: () => import("./table").then((m) => m.default),
  lesson: () => import("./lesson").then((m) => m.default),
  setup: {
    load: () => import("./Setup.svelte").then((m) => m.default),
    options: ["level", "abilities", "sheet"],
    shared(fragment): Record<string, string> {
      // A shared sheet; its first part is its level.
      const sheet = fragment.get("sheet");
      return sheet ? { sheet, level: sheet.split(":")[0] ?? "1" } : {};
    },
  },
  pad: { load: () => import("./pad/Pad.svelte").then((m) => m.default), oneMatch: true },
  print: { options: { level: ["1", "2", "3", "4"] } },
  stepsBack: true,
  children: { fills: true, load: () => import("./children/table").then((m) => m.default) },
  hidden: true,
  rivals: ["tabby"],
  beginner: { abilities: FIRST_ABILITIES },
  friends: 2,
};

export default game;
