/** Whom somebody plays against after one tap: this many bots of one level; an empty level is one of each. */
export interface Rivals {
  count: number;
  level: string;
  /** With the options for a first match, where a game has such. */
  beginner: boolean;
  /** The game's other ticks that were chosen. */
  quick?: string[];
}

/**
 * What this device remembers: small choices, nothing personal but the name. Without storage it lasts as long as the
 * page.
 */
interface Kept {
  language: string;
  theme: "" | "light" | "dark";
  sounds: boolean;
  /** How loud they are, up to 100. */
  volume: number;
  /** Sounds were offered here once, during the first match. */
  offeredSounds: boolean;
  name: string;
  /** Your cat; empty: not chosen yet. */
  cat: string;
  /** By game; a game that is missing was never played from here. */
  rivals: Record<string, Rivals>;
  /** The game that was played last. */
  last: string;
  actions: boolean;
  /** How long bots take at least. */
  pace: "quick" | "usual" | "slow";
  /** Whether things move; empty: as the device says. */
  motion: "" | "calm" | "lively";
  /** Ask before a move is made. */
  confirm: boolean;
  /** A card is played by the first tap; otherwise that one lifts it. */
  oneTap: boolean;
  /** Letters ask the table how things stand. */
  askKeys: boolean;
  /** Whether the last table that was set was a rated one. */
  rated: boolean;
  /** Whether this device has offered turn notifications. */
  askedToCall: boolean;
  /** A short vibration when it is one's turn. */
  buzz: boolean;
  /** Sentences are read aloud. */
  aloud: boolean;
  /** The room for children that this device was given to; empty: none. */
  room: string;
  /** Dice roll when the phone is shaken. */
  shake: boolean;
  /** At a table with a large screen: show the whole table on the phone, too. */
  wholeTable: boolean;
  /** The version of the games downloaded to this device; empty: none. */
  device: string;
  /** Tables of this device whose matches were uploaded to the server. */
  handed: string[];
}

export const KEY = "purrlor";
const FRESH: Kept = {
  language: "",
  theme: "",
  sounds: false,
  volume: 70,
  offeredSounds: false,
  name: "",
  cat: "",
  rivals: {},
  last: "",
  actions: false,
  pace: "usual",
  motion: "",
  confirm: false,
  oneTap: false,
  askKeys: true,
  rated: false,
  askedToCall: false,
  buzz: true,
  aloud: false,
  room: "",
  shake: false,
  wholeTable: false,
  device: "",
  handed: [],
};

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

/** Forgets everything but what belongs to the device: how the page looks, and the games that were downloaded. */
export function keepDeviceOnly(): void {
  const { language, theme, motion, device } = kept;
  keep({ ...FRESH, language, theme, motion, device });
}
