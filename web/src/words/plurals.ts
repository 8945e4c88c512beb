/** The plural categories of CLDR, in the order in which the forms of a word are written. */
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];
const OTHER = "other";
/** Counts that occur in games. French, Spanish and Italian have one more category, for whole millions. */
const COUNTS = [...Array(200).keys(), 0.5, 1.5];

const KNOWN = new Map<string, { rules: Intl.PluralRules; categories: string[] }>();

function known(language: string): { rules: Intl.PluralRules; categories: string[] } {
  const found = KNOWN.get(language);
  if (found) return found;
  const rules = new Intl.PluralRules(language);
  const taken = new Set<string>([...COUNTS.map((each) => rules.select(each)), OTHER]);
  const made = { rules, categories: CATEGORIES.filter((each) => taken.has(each)) };
  KNOWN.set(language, made);
  return made;
}

/** The one of `forms` that a number takes; the mirror of `plural_form` in Python. */
export function pluralForm(language: string, forms: string[], value: string): string {
  const { rules, categories } = known(language);
  const number = Math.abs(Number(value.replace("−", "-")));
  const category = Number.isNaN(number) ? OTHER : rules.select(number);
  const place = categories.indexOf(categories.includes(category) ? category : OTHER);
  return forms[place] ?? forms[forms.length - 1] ?? "";
}
