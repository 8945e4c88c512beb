import type { Evening, EveningFormat } from "../wire";
import { language, w } from "../words/index.svelte";

/** What somebody is called this evening; 0 is a bot. */
export function nameOf(evening: Evening, person: number): string {
  if (!person) return w("page.evenings.bot");
  return evening.people.find(({ number }) => number === person)?.name || w("page.evenings.gone");
}

function formatted(value: number, how: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(language(), how).format(value).replace("-", "−");
}

/** What a round or the evening brought: a share in duplicate rounds, points otherwise. */
export function markWords(format: EveningFormat, mark: number | null): string {
  if (mark === null) return "–";
  if (format === "duplicate") return formatted(mark, { style: "percent", maximumFractionDigits: 1 });
  return formatted(mark, { maximumFractionDigits: 2 });
}

export function pointsWords(value: number | null, sign = false): string {
  if (value === null) return "–";
  return formatted(value, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: sign ? "exceptZero" : "auto",
  });
}
