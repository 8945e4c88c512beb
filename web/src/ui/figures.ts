import { language } from "../words/index.svelte";
import { MINUS } from "../words/format";

/** A number as the language writes it. */
export function figure(value: number, how: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(language(), how).format(value).replace("-", MINUS);
}

/** Points with one decimal, or a dash where nothing is known; `signed` points have a plus, too. */
export function pointsFigure(value: number | null, signed = false): string {
  if (value === null) return "–";
  const signDisplay = signed ? "exceptZero" : "auto";
  return figure(value, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay });
}
