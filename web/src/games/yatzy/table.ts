import { optional, w } from "../../words/index.svelte";
import { gameModule } from "../board";
import Board from "./Board.svelte";
import Reached from "./Reached.svelte";
import type { Note, Picture } from "./wire";

export default gameModule<Picture, Note>({
  Board,
  Reached,
  chapter: (view) => (view.over ? "end" : view.dice.length ? "boxes" : "turn"),
  label(action, view) {
    const [kind, ...rest] = action.split(" ");
    if (kind === "roll") return w("page.yatzy.roll.all");
    if (kind === "keep") return w("page.yatzy.action.keep", { dice: rest.join(" "), count: 5 - rest.length });
    const box = view.boxes.findIndex((each) => each === rest[0]);
    const points = view.previews[box];
    const called = optional(`yatzy.box.${rest[0]}`) ?? action;
    return points === null || points === undefined ? called : w("page.yatzy.box.take", { box: called, points });
  },
  group: (action) => w(action.startsWith("score") ? "page.yatzy.group.score" : "page.yatzy.group.roll"),
  celebrates: (note) =>
    note.kind === "reaches_bonus" || (note.kind === "scores" && note.box === "mouser" && note.points > 0),
  shakes: true,
  weighty: (action) => action.startsWith("score"),
  points: (view) => view.sheets.map((sheet) => sheet.total),
});
