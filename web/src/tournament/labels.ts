import { title } from "../games/titles";
import { figure } from "../ui/figures";
import type { Evening, EveningFormat, EveningLook } from "../wire";
import { w } from "../words/index.svelte";

/** The name of a participant; 0 is a bot. */
export function nameOf(evening: Evening, person: number): string {
  if (!person) return w("page.evenings.bot");
  return evening.people.find(({ number }) => number === person)?.name || w("page.evenings.gone");
}

/** The score of a round or of the tournament: a share in duplicate rounds, points otherwise. */
export function markWords(format: EveningFormat, mark: number | null): string {
  if (mark === null) return "–";
  if (format === "duplicate") return figure(mark, { style: "percent", maximumFractionDigits: 1 });
  return figure(mark, { maximumFractionDigits: 2 });
}

/** What is played, how, and with how many. */
export function aboutWords({ game, format, people }: Pick<EveningLook, "game" | "format" | "people">): string {
  return [title(game), w(`page.evenings.format.${format}`), w("page.evenings.count", { count: people })].join(" · ");
}
