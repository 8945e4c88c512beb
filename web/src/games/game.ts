// What a game brings to the page: the default export of games/<game>/index.ts.
//
// index.ts is part of the first chunk that every visitor loads, so it holds the cover and small facts; everything else
// is behind an `import()`. A game that has no folder here gets the defaults of `games/index.ts`.

import type { Component } from "svelte";
import type { GameModule } from "./board";
import type { KnownItem } from "../wire";
import type { Lesson } from "./lesson";

/** What a game's own setup form gets: the options that were changed, and how to change one. */
export interface SetupProps {
  options: Record<string, string>;
  change(name: string, value: string): void;
}

export interface GameEntry {
  /** The picture on cards and tiles. */
  Cover: Component;
  /** The board and its words: loaded when a table needs them. */
  load(): Promise<GameModule>;
  lesson?(): Promise<Lesson>;
  /** Draws the pictures of the guide (`words/guide/`), by name. */
  figures?(): Promise<Component<{ name: string }>>;
  /** A setup form of its own, for these options; the others are plain fields. */
  setup?: {
    load(): Promise<Component<SetupProps>>;
    options: string[];
    /** Options from the fragment of a shared link. */
    shared?(fragment: URLSearchParams): Record<string, string>;
  };
  /** Options that everybody may want to change; the others are under "more". */
  plainOptions?: string[] | "all";
  /** Numbers of which only some make sense: offered as a choice. */
  numberChoices?: Record<string, string[]>;
  /** Practice without a table. */
  practice?(): Promise<Component>;
  /** A pad for owners of the box. */
  pad?: {
    load(): Promise<Component>;
    /** It counts one match; the points of several matches are added up on the plain pad below it. */
    oneMatch: boolean;
  };
  /** The server prints sheets of this game; with a choice of these options. */
  print?: { options: Record<string, string[]> };
  /** Everybody acts at once, and who is first counts: no turns, no hints, no time to think. */
  race?: boolean;
  /** The board has steps back of its own while it is one's turn. */
  stepsBack?: boolean;
  /** Hands are hidden: between two people on one device a curtain falls. */
  hidden: boolean;
  /** It is offered in rooms for children: everything that is touched on its board has 20 mm there. */
  children?: {
    /** On a phone the board fills the screen; otherwise the page is scrolled. */
    fills: boolean;
    /** A board for such a room, if the usual one cannot be that large. */
    load?(): Promise<GameModule>;
  };
  /** Draws what somebody knows by now, for a teacher. */
  known?(): Promise<Component<{ items: KnownItem[] }>>;
  /** One tap on "Play now" seats one person and these bots; without it as few as can be, of middling strength. */
  rivals?: string[];
  /** Options that make a first match easier; a tick beside `page.<game>.beginner` chooses them. */
  beginner?: Record<string, string>;
  /** More ticks before a match against bots: the options that each chooses; words: `page.<game>.quick.<name>`. */
  quick?: Record<string, Record<string, string>>;
  /** How many sit at a new table of friends; without it two, if that is possible. */
  friends?: number;
}
