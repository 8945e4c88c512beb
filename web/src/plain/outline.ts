import { plainName } from "../games/titles";
import type { OutlineLine } from "../wire";
import { text } from "../words/format";
import { optional, w } from "../words/index.svelte";

/** The lines to show of a view: its outline, or its fields if the game's picture was made for another page. */
export function linesOf(view: unknown): OutlineLine[] {
  const { outline } = view as { outline?: OutlineLine[] };
  return outline ?? fields(view).map(([name, value]) => line(name, value));
}

function line(name: string, value: unknown): OutlineLine {
  const short = Array.isArray(value) ? value.every((part) => !fields(part).length) : !fields(value).length;
  const lines = short ? [] : fields(value).map(([part, inside]) => line(part, inside));
  const flag = typeof value === "boolean" ? value : null;
  return { label: plainName(name), value: short ? text(value) : "", lines, seat: null, name, flag };
}

/** What the language calls a field of a view, or else its name in the code. */
export function labelOf(game: string, { name, label }: OutlineLine): string {
  return optional(`${game}.view.${name}`) ?? label;
}

/** What the language calls a value, if it has a word for it. */
export function valueOf(game: string, { name, value, flag }: OutlineLine): string {
  if (flag !== null) return w(flag ? "outline.yes" : "outline.no");
  return optional(`${game}.${name}.${value}`) ?? value;
}

/** What a value consists of, by name or by number from 1; nothing for texts and numbers. */
function fields(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.map((part, place) => [String(place + 1), part]);
  return value !== null && typeof value === "object" ? Object.entries(value) : [];
}
