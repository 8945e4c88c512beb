import type { GameEntry } from "../game";
import Cover from "./Cover.svelte";

const practice = () => import("./Practice.svelte").then((m) => m.default);

const game: GameEntry = {
  Cover,
  load: () => import("./table").then((m) => m.default),
  lesson: () => import("./lesson").then((m) => m.default),
  setup: {
    load: () => import("./Setup.svelte").then((m) => m.default),
    options: ["timed", "pace", "hit_window", "clock_count", "numbers_up_to", "actions"],
  },
  numberChoices: { players_with_two_stacks: ["1", "2"] },
  practice,
  pad: { load: practice, oneMatch: true },
  race: true,
  children: { fills: true },
  known: () => import("./ClassTable.svelte").then((m) => m.default),
  hidden: false,
  rivals: ["six-year-old", "ten-year-old"],
  friends: 3,
};

export default game;
