// The contract between the table and the boards.
//
// A board is a drawing of one view. It holds no rules: what may be done stands in `legal`, as texts of the game's
// notation, and a board only sends back one of them (chosen by a tap, a drag, a key). Whatever a board can do can also
// be done from the list of actions below it, which the table builds from `legal` and the game's `label`; so a board
// may leave rare actions to the list. The table also shows story, hints, refusals: a board does not. Everybody at the
// table is shown once: a board renders `seats` where it likes, or draws them itself (`table/seat-state.ts`).
//
// - Build it in src/games/<game>/; table.ts default-exports a `GameModule` and index.ts loads it as a chunk of its own.
// - `view` is replaced as a whole by each update: derive everything from it with $derived, keep no copy of it.
//   State of your own is for what is not sent yet (dice marked to keep), and is reset when `update.version` changes.
// - `notes` are the notes that came with this update, oldest first: animate from them, and only from them. After a
//   reconnect, in a replay jump or on the first update it is empty: show the view at once.
// - Honour prefers-reduced-motion (`calm()` in src/motion.ts). Animate transform and opacity only, up to 600 ms; only
//   what nobody waits for may take longer (docs/project/art.md).
// - Never colour alone; targets of 44 px; everything by keyboard with visible focus; words through `w("<game>.…")` or
//   `w("page.<game>.…")`, never in the code. No `style="…"` in markup (the policy forbids it): use classes or the
//   `style:name={value}` directive.
// - Colours are the tokens of src/style/tokens.css, light and dark. Width is fluid from 320 px: use container queries
//   (the table gives the board `container: board / inline-size`).
// - On a phone during play the container has a height too (`container: board / size`), the rest of the screen, and the
//   board fills exactly that: everything needed to act is on the screen. `@container board (height > 0)` is true there
//   and nowhere else; ask for `(orientation: landscape)`, and not for widths in rem, which grow with the text.
// - `npm run dev`, then /gallery?game=GAME&fixture=NAME mounts a board with fixtures/GAME/NAME.json.

import type { Component, Snippet } from "svelte";
import type { Judged, RaceReview, TableInfo, Told, Update } from "../wire";

/** How a board wants the bar of seats. */
export interface SeatsWish {
  /** The seat whose sheet is shown, where one is shown at a time. */
  shown?: number;
  choose?(seat: number): void;
  /** Where something has changed that was not looked at yet, by seat. */
  news?: boolean[];
}

/** A note of the story, typed by the game. */
export interface ToldNote<Note> extends Omit<Told, "note"> {
  note: Note;
}

export interface BoardProps<View, Note = Told["note"]> {
  /** The newest update for the seat that is shown. */
  update: Update;
  /** `update.view`, typed by the game. */
  view: View;
  /** What this seat may do now; empty while others are expected, for spectators and in replays. */
  legal: string[];
  /** The seat that is shown; null for a spectator. */
  seat: number | null;
  /** What everybody is called, by seat. */
  names: string[];
  table: TableInfo;
  /** Sends an action, one of `legal`. In a race `reaction` is the time from showing the view to the press, in ms. */
  act(action: string, reaction?: number): void;
  /** An action is on its way: show it as taken, send no other. */
  busy: boolean;
  /** The notes that came with this update. */
  notes: ToldNote<Note>[];
  /** The board shows a replay: nothing can be done. */
  replay: boolean;
  /** The action that a hint recommends just now, to mark it; empty: none. */
  hinted?: string;
  /** The bar with everybody at the table. */
  seats?: Snippet<[SeatsWish?]>;
  /** Sees the table with the eyes of another seat that is played on this device. */
  look?(seat: number): void;
  /**
   * Where a room shares a large screen: "screen" shows what is open to all, as large as it can be, in a box of a given
   * height; "hand" shows what is one's own and what one may do. Without it the whole table is shown.
   */
  place?: Place | undefined;
}

export type Place = "screen" | "hand";

export interface ComparisonProps<View> {
  /** A decision of a review whose `drawn` is there. */
  decision: Judged;
  view: View;
  /** Who made it; empty: you did. */
  name: string;
}

export interface ReachedProps<View, Note = Told["note"]> {
  view: View;
  seat: number;
  /** All notes of the match so far. */
  story: ToldNote<Note>[];
}

export interface PuzzleChoiceProps<View> {
  /** All steps in notation. */
  action: string;
  /** What the server draws of it. */
  drawn: unknown;
  view: View;
  title: string;
  /** It is the best one. */
  good?: boolean;
}

export interface GameModule<View = unknown, Note = Told["note"]> {
  Board: Component<BoardProps<View, Note>>;
  /** An action in plain words, for the list of actions, hints and reviews. */
  label(action: string, view: View, names: string[]): string;
  /** The heading an action stands under in the list; without it there is one list. */
  group?(action: string, view: View): string;
  /** The section of the guide that fits this moment; without it the guide opens at its top. */
  chapter?(view: View): string;
  /** The points that the view shows, by seat, for the bar of seats; null: it shows none. */
  points?(view: View): number[] | null;
  /** What somebody reached, in words, where the score alone would say nothing; otherwise it is shown as points. */
  result?(view: View, seat: number, score: number): string;
  /** Draws what the points of a seat are made of, for the end of a match. */
  Reached?: Component<ReachedProps<View, Note>>;
  /** What is to be done now, in a room for children; without it that it is one's turn. */
  prompt?(legal: string[], view: View): string;
  /** The handicap of a seat in words; empty: it has none. */
  handicap?(table: TableInfo, seat: number, name: string): string;
  /** Whether a person who wants to confirm moves is asked before this one; without it before each. */
  weighty?(action: string): boolean;
  /** Draws the choice and the better one, for reviews; without it both are described in one sentence. */
  Comparison?: Component<ComparisonProps<View>>;
  /** Draws a choice of a puzzle that has several steps; without it its label is shown. */
  PuzzleChoice?: Component<PuzzleChoiceProps<View>>;
  /** The board has a button for every action: the table adds no list of them. */
  listsActions?: boolean;
  /** What a review measures: the points at the end (default), or the lead over the others. */
  counts?: "points" | "lead";
  /** Whether a large screen shows this note in large letters: the end of a round, a stroke of luck. */
  celebrates?(note: Note): boolean;
  /** How everybody stands, if a round has just ended, for the large letters of a screen; empty: none has. */
  standing?(view: View, notes: ToldNote<Note>[], names: string[]): string;
  /** In a hand there is something to roll: who shakes their phone rolls it. The board listens (`table/shake.ts`). */
  shakes?: boolean;
  /** Draws what a review says of a seat in a race. */
  RaceReview?: Component<{ back: RaceReview }>;
}

/**
 * A module for the table, which passes views and notes on without looking into them. The one place where their types
 * are forgotten: the server sends what the game's wire.ts says, because both are made from the same structs.
 */
export function gameModule<View, Note = Told["note"]>(module: GameModule<View, Note>): GameModule {
  return module as unknown as GameModule;
}
