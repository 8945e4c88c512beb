// Settings for Addi Cat's on this device.
interface Wishes {
  /** Whether your cards are turned without a tap. */
  auto: boolean;
  /** The keys for turning and hitting work. */
  keys: boolean;
  /** Sounds say where cards lie. */
  places: boolean;
  /** The mouse has a head and a body to aim at: since the first tie, which is where it matters. */
  parts: boolean;
}

const KEY = "purrlor.addi-cats";
const FRESH: Wishes = { auto: false, keys: true, places: false, parts: false };

function read(): Wishes {
  try {
    return { ...FRESH, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Wishes>) };
  } catch {
    return { ...FRESH };
  }
}

export const wishes: Wishes = $state(read());

export function wish(changes: Partial<Wishes>): void {
  Object.assign(wishes, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(wishes));
  } catch {
    // Without storage it lasts as long as the page.
  }
}
