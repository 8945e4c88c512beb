import type { GameEntry } from "../game";
import { lazy } from "../../words/index.svelte";
import Cover from "./Cover.svelte";

const practice = lazy(() => import("./Practice.svelte"));

const game: GameEntry = {
  Cover,
  load: lazy(() => import("./table"), { game: "addi-cats" }),
  lesson: lazy(() => import("./lesson")),
  figures: lazy(() => import("./Figures.svelte")),
  setup: {
    load: lazy(() => import("./Setup.svelte")),
    options: ["timed", "pace", "hit_window", "clock_count", "numbers_up_to", "actions"],
  },
  numberChoices: { players_with_two_stacks: ["1", "2"] },
  practice,
  pad: { load: practice, oneMatch: true },
  race: true,
  children: { fills: true },
  known: lazy(() => import("./ClassTable.svelte")),
  hidden: false,
  rivals: ["six-year-old", "ten-year-old"],
  quick: { calm: { timed: "false" }, plain: { actions: "" } },
  friends: 3,
};

export default game;
