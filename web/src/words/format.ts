import { pluralForm } from "./plurals";

/** How a language writes numbers; `language` says which plural forms a number takes. */
export interface Signs {
  decimal: string;
  thousands: string;
  language: string;
}

/** The sign of a negative number, wherever a number is shown; what is typed has a hyphen. */
export const MINUS = "−";
const PLAIN: Signs = { decimal: ".", thousands: ",", language: "en" };

/**
 * Fills a sentence of the catalogue: the part of Python's format language that the catalogue uses, and
 * `{n:|one|other}` with a form for each plural category of the language. `{n:en|one|other}` has English forms, in a
 * sentence that the language borrows.
 */
export function format(sentence: string, values: Record<string, unknown>, signs: Signs = PLAIN): string {
  return sentence.replace(/\{\{|\}\}|\{([^{}]*)\}/g, (whole, field?: string) => {
    if (field === undefined) return whole[0] as string;
    const [, name, conversion, spec] = /^(\w+)(![rsa])?(?::(.*))?$/.exec(field) ?? [];
    if (name === undefined || !(name in values))
      throw new Error(`no value for {${field}} in ${JSON.stringify(sentence)}`);
    return filled(converted(values[name], conversion), spec ?? "", signs);
  });
}

function converted(value: unknown, conversion: string | undefined): unknown {
  if (conversion === "!r" && typeof value === "string") return `'${value}'`;
  return conversion ? text(value) : value;
}

function filled(value: unknown, spec: string, signs: Signs): string {
  const [language, ...forms] = spec.split("|");
  return forms.length ? pluralForm(language || signs.language, forms, text(value)) : withSpec(value, spec, signs);
}

/** As Python's str() writes the plain values that notes hold. */
export function text(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (Array.isArray(value)) return value.map(text).join(" ");
  return String(value);
}

const SPEC = /^(?:(.)?([<>^]))?([+ -]?)(\d*)(,?)(?:\.(\d+))?([a-z]?)$/;

function withSpec(value: unknown, spec: string, signs: Signs): string {
  const read = SPEC.exec(spec);
  if (!read) throw new Error(`cannot read the format ${spec}`);
  const [, fill = " ", align = "", sign = "", width = "", comma = "", precision, kind = ""] = read;
  if (typeof value !== "number") return aligned(text(value), Number(width), align || "<", fill);
  const body = localised(digits(value, precision, kind), comma !== "", signs);
  return aligned(sign === "+" && value >= 0 ? `+${body}` : body, Number(width), align || ">", fill);
}

function digits(value: number, precision: string | undefined, kind: string): string {
  return kind === "f" || precision !== undefined ? value.toFixed(Number(precision ?? 6)) : String(value);
}

function localised(body: string, grouped: boolean, signs: Signs): string {
  const [whole = "", fraction] = body.split(".");
  const head = (grouped ? whole.replace(/\B(?=(\d{3})+$)/g, signs.thousands) : whole).replace("-", MINUS);
  return fraction === undefined ? head : head + signs.decimal + fraction;
}

function aligned(body: string, width: number, align: string, fill: string): string {
  const missing = Math.max(0, width - body.length);
  if (align === "^") return fill.repeat(Math.floor(missing / 2)) + body + fill.repeat(Math.ceil(missing / 2));
  return align === ">" ? fill.repeat(missing) + body : body + fill.repeat(missing);
}
