import type { Component } from "svelte";
import type { GameName } from "../routes";
import type { GameModule } from "./board";
import type { Lesson } from "./lesson";

/** What a game's own setup gets: the options that were changed, and how to change one. */
export interface SetupProps {
  options: Record<string, string>;
  change(name: string, value: string): void;
}

interface GameEntry {
  /** The board and its words: loaded when a table needs them. */
  load(): Promise<GameModule>;
  lesson(): Promise<Lesson>;
  /** A setup of its own, for these options; the others are plain fields. */
  setup?: { load(): Promise<Component<SetupProps>>; options: string[] };
  /** Practice without a table. */
  practice?(): Promise<Component>;
  /** Everybody acts at once, and who is first counts: no turns, no hints, no time to think. */
  race?: boolean;
  /** The board has steps back of its own while it is one's turn. */
  stepsBack?: boolean;
  /** Hands are hidden: between two people on one device a curtain falls. */
  hidden: boolean;
  /** One tap on "Play now" seats one person and these bots. */
  rivals: string[];
  /** How many sit at a new table of friends. */
  friends: number;
}

export const GAMES: Record<GameName, GameEntry> = {
  yatzy: {
    load: () => import("./yatzy").then((m) => m.default),
    lesson: () => import("./yatzy/lesson").then((m) => m.default),
    hidden: false,
    rivals: ["tabby"],
    friends: 2,
  },
  meow: {
    load: () => import("./meow").then((m) => m.default),
    lesson: () => import("./meow/lesson").then((m) => m.default),
    hidden: true,
    rivals: ["kitten", "tabby", "lynx"],
    friends: 4,
  },
  "addi-cats": {
    load: () => import("./addi-cats").then((m) => m.default),
    lesson: () => import("./addi-cats/lesson").then((m) => m.default),
    setup: {
      load: () => import("./addi-cats/Setup.svelte").then((m) => m.default),
      options: ["timed", "pace", "hit_window", "clock_count", "numbers_up_to", "actions"],
    },
    practice: () => import("./addi-cats/Practice.svelte").then((m) => m.default),
    race: true,
    hidden: false,
    rivals: ["six-year-old", "ten-year-old"],
    friends: 3,
  },
  "house-of-cats": {
    load: () => import("./house-of-cats").then((m) => m.default),
    lesson: () => import("./house-of-cats/lesson").then((m) => m.default),
    setup: {
      load: () => import("./house-of-cats/Setup.svelte").then((m) => m.default),
      options: ["level", "abilities", "sheet"],
    },
    stepsBack: true,
    hidden: true,
    rivals: ["tabby"],
    friends: 2,
  },
};
