// What is said about a tap that leads nowhere, and what there is to compare.

import { row, w } from "../../words/index.svelte";
import { worth, type Lay, type Race } from "./race";
import type { CardPicture, HitPicture, Note, Picture } from "./wire";

/** The open sums of cards, worked out: "11 and 7"; empty: there is none. */
export function sumsOf(cards: CardPicture[]): string {
  return row(cards.map(worth).flatMap((sum) => (sum === null ? [] : [String(sum)])));
}

const openSums = (view: Picture) =>
  view.places.flatMap((place, at) =>
    place.top.slice(-1).flatMap((card) => (worth(card) === null ? [] : [`${at} ${card.text}`])),
  );

/** What can be compared now: each open sum with its place, and whether they fight; fewer than two sums are nothing. */
export function comparable(view: Picture): string[] {
  const sums = openSums(view);
  if (sums.length < 2) return [];
  return view.sumo ? [...sums, "sumo"] : sums;
}

/** Whether there is something to compare that was not compared before. */
export function asksAnew(view: Picture, compared: ReadonlySet<string>): boolean {
  return comparable(view).some((sum) => !compared.has(sum));
}

/** Why a tap on the mouse counts for nothing now. */
export function whyNoHit(view: Picture, seat: number | null, taken: boolean): string {
  if (taken || view.hits.some((hit) => hit.seat === seat)) return w("page.addi-cats.tap.there");
  if (view.decision !== null) return w("page.addi-cats.tap.decided");
  if (!view.places.some((place) => place.open)) return w("page.addi-cats.tap.none");
  return w("page.addi-cats.tap.later");
}

/** Why a tap on the own stack turns no card now. */
export function whyNoTurn(view: Picture, seat: number | null, names: string[]): string {
  const owner = view.up === null ? undefined : view.places[view.up]?.owner;
  if (owner === undefined || owner === seat)
    return w(`page.addi-cats.tap.${view.phase === "look" ? "look" : "later_turn"}`);
  return w("page.addi-cats.tap.turn", { seat: names[owner] ?? "" });
}

/** A greedy hit with the sums that were not equal: "Not yet: 11 and 7"; nothing if no sum lay open. */
export function tooEarly(note: Note, open: Lay[], names: string[], seat: number | null): string {
  if (note.kind !== "greedy" || note.reason !== "nothing_equal") return "";
  const sums = sumsOf(open.map((lay) => lay.card));
  if (!sums) return "";
  return note.seat === seat
    ? w("page.addi-cats.not_yet.you", { sums, cards: note.cards })
    : w("page.addi-cats.not_yet", { seat: names[note.seat] ?? "", sums, cards: note.cards });
}

/** Whether two hands came down in the same moment. */
export function tied(race: Race | null, margin: number): boolean {
  if (!race) return false;
  if (race.verdict.some((note) => note.kind === "same_moment")) return true;
  const close = (one: HitPicture, other: HitPicture) => Math.abs(one.after - other.after) < margin;
  return race.hits.some((hit, at) => race.hits.slice(at + 1).some((other) => close(hit, other)));
}
