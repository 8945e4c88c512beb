/**
 * What this device remembers: small choices, nothing personal but the name. Without storage it lasts as long as the
 * page.
 */
interface Kept {
  language: string;
  theme: "" | "light" | "dark";
  sounds: boolean;
  name: string;
  actions: boolean;
}

const KEY = "purrlor";
const FRESH: Kept = { language: "", theme: "", sounds: false, name: "", actions: false };

function read(): Kept {
  try {
    return { ...FRESH, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return { ...FRESH };
  }
}

export const kept: Kept = $state(read());

/** Changes some of it and writes it down. */
export function keep(changes: Partial<Kept>): void {
  Object.assign(kept, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A private window may refuse; then it is forgotten with the page.
  }
}
