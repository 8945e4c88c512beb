import type { TableInfo } from "../../wire";
import { optional, w } from "../../words/index.svelte";
import { gameModule } from "../board";
import Board from "./Board.svelte";
import RaceReview from "./RaceReview.svelte";
import Reached from "./Reached.svelte";
import type { Note, Picture } from "./wire";

function label(action: string): string {
  const [kind, name] = action.split(" ");
  const part = optional(`addi-cats.part.${name}`);
  return part ? w("page.addi-cats.label.hit", { part }) : (optional(`addi-cats.label.${kind}`) ?? action);
}

/** What counts is who is rid of their cards: the score is only a way to say that in one number. */
function result(view: Picture, seat: number, score: number): string {
  const held = view.places.filter((place) => place.owner === seat);
  const left = score < 0 ? -score : held.reduce((sum, place) => sum + place.face_down, 0);
  return left ? w("page.addi-cats.result.left", { count: left }) : w("page.addi-cats.result.none");
}

/** The handicaps in words: whose hits count later, and who has smaller stacks. */
function handicap(table: TableInfo, seat: number, name: string): string {
  const share = Number(table.options.stack_shares?.split(",")[seat] || 100);
  const delay = table.seats[seat]?.delay ?? 0;
  const said = [
    delay ? w("page.addi-cats.handicap.delay", { name, seconds: delay / 1000 }) : "",
    share < 100 ? w("page.addi-cats.handicap.share", { name, share }) : "",
  ];
  return said.filter(Boolean).join(" ");
}

const prompt = (legal: string[]) => w(legal.includes("turn") ? "addi-cats.label.turn" : "page.addi-cats.prompt.look");

const LOUD = new Set(["wins_sumo", "finishes", "sumo_begins", "empties_stack"]);
const celebrates = (note: Note) => LOUD.has(note.kind);

function chapter(view: Picture): string {
  if (view.over) return "end";
  return view.sumo || ["chase", "trap", "count"].includes(view.phase) ? "actions" : "hit";
}

export default gameModule<Picture, Note>({
  Board,
  Reached,
  chapter,
  label,
  RaceReview,
  result,
  handicap,
  prompt,
  celebrates,
});
