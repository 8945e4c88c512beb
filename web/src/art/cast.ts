// The cast: what each cat looks like. Shapes are in Cat.svelte and its parts; here are colours and features.

export type Mood = "calm" | "happy" | "thinking" | "surprised" | "sleepy" | "grumpy";
export type Breed =
  | "kitten"
  | "tabby"
  | "tomcat"
  | "lynx"
  | "tiger"
  | "sphinx"
  | "wool"
  | "calico"
  | "siamese"
  | "grey"
  | "black"
  | "white"
  | "brown";
export type Extra = "none" | "bow" | "cap" | "glasses" | "medal";

export interface Coat {
  fur: string;
  mark: string;
  muzzle: string;
  ear: string;
  /** The iris; empty: only a dark pupil. */
  eye: string;
  /** What lines are drawn with on this fur. */
  line: string;
  wall: string;
}

const INK = "#35233c";

export const COATS: Record<Breed, Coat> = {
  kitten: {
    fur: "#efbf95",
    mark: "#cf8f5f",
    muzzle: "#fff8ea",
    ear: "#f2a9a0",
    eye: "#7fb7c9",
    line: INK,
    wall: "#b9d8e4",
  },
  tabby: {
    fur: "#e5934d",
    mark: "#b35a22",
    muzzle: "#fde9cf",
    ear: "#f2b5a0",
    eye: "#8fae4a",
    line: INK,
    wall: "#f7d794",
  },
  tomcat: {
    fur: "#4a4055",
    mark: "#322a3b",
    muzzle: "#f7efe4",
    ear: "#b98a93",
    eye: "#f1c14b",
    line: "#1f1726",
    wall: "#b9cfa0",
  },
  lynx: {
    fur: "#cfa676",
    mark: "#6a4a35",
    muzzle: "#fbf1df",
    ear: "#8a6350",
    eye: "#a9b84a",
    line: INK,
    wall: "#9fcac3",
  },
  tiger: {
    fur: "#f08f3a",
    mark: "#35233c",
    muzzle: "#fff6e6",
    ear: "#fff0dc",
    eye: "#f6d35f",
    line: INK,
    wall: "#a9bfe0",
  },
  sphinx: {
    fur: "#dcae9c",
    mark: "#b98373",
    muzzle: "#eccabb",
    ear: "#ee9f97",
    eye: "#6fb6c4",
    line: INK,
    wall: "#cdb6e0",
  },
  wool: { fur: "#c7748b", mark: "#9d4a66", muzzle: "#e5a9b8", ear: "#e5a9b8", eye: "", line: INK, wall: "#f0dfc2" },
  calico: {
    fur: "#fbf3e6",
    mark: "#e08f4b",
    muzzle: "#ffffff",
    ear: "#f2b5a0",
    eye: "#8fae4a",
    line: INK,
    wall: "#f2c2a0",
  },
  siamese: {
    fur: "#efe0c8",
    mark: "#6d5147",
    muzzle: "#6d5147",
    ear: "#6d5147",
    eye: "#6fa9dd",
    line: "#2b1e2d",
    wall: "#a9cbe8",
  },
  grey: {
    fur: "#a4a9b5",
    mark: "#7d8391",
    muzzle: "#d8dbe2",
    ear: "#e0b0b0",
    eye: "#e3b64a",
    line: INK,
    wall: "#bcd6ac",
  },
  black: {
    fur: "#3f3648",
    mark: "#2d2635",
    muzzle: "#544a5e",
    ear: "#8b6470",
    eye: "#b7d15a",
    line: "#17101c",
    wall: "#dcbce6",
  },
  white: {
    fur: "#fffaf2",
    mark: "#eadfce",
    muzzle: "#ffffff",
    ear: "#f6bfb6",
    eye: "#7fb7e0",
    line: INK,
    wall: "#f0cf7d",
  },
  brown: {
    fur: "#9a6a4b",
    mark: "#6f4730",
    muzzle: "#f6e8d6",
    ear: "#d79a86",
    eye: "#d9c04c",
    line: INK,
    wall: "#c3c8dc",
  },
};

/** The cats of people, by seat. */
export const GUESTS = ["calico", "siamese", "grey", "black", "white", "brown"] as const satisfies Breed[];

const EXTRAS: Extra[] = ["none", "bow", "cap", "glasses", "medal"];

/** The cats of a room for children, in the order of the server's list: each breed with each extra. */
// prettier-ignore
export const ROOM_CATS = [
  "momo", "luna", "kiki", "pico", "nala", "toto", "mimi", "loki", "bibi", "coco",
  "lola", "mika", "nino", "zaza", "fifi", "milo", "nori", "olli", "pepe", "romi",
  "susi", "tila", "yuki", "dodo", "gigi", "hugo", "jojo", "lili", "rana", "vito",
];

function roomCat(cat: string): Role | undefined {
  const at = ROOM_CATS.indexOf(cat);
  if (at < 0) return undefined;
  const breed = GUESTS[at % GUESTS.length] as Breed;
  return { breed, extra: EXTRAS[Math.floor(at / GUESTS.length)] as Extra };
}

/** The name of a cat of a room: a proper name, the same in every language. */
export const catName = (cat: string): string => cat.charAt(0).toUpperCase() + cat.slice(1);

/** A cat for a person without a chosen one, different from those that others have chosen. */
export function anyCat(taken: readonly string[] = []): Breed {
  const free = GUESTS.filter((breed) => !taken.includes(breed));
  const among = free.length ? free : GUESTS;
  return among[Math.floor(Math.random() * among.length)] as Breed;
}

interface Role {
  breed: Breed;
  extra: Extra;
}

/** The cat of a bot of a level. */
const ROLES: Record<string, Role> = {
  uniform: { breed: "wool", extra: "none" },
  kitten: { breed: "kitten", extra: "none" },
  tabby: { breed: "tabby", extra: "none" },
  tomcat: { breed: "tomcat", extra: "none" },
  lynx: { breed: "lynx", extra: "none" },
  sphinx: { breed: "sphinx", extra: "none" },
  tiger: { breed: "tiger", extra: "none" },
  playmate: { breed: "tomcat", extra: "bow" },
  "six-year-old": { breed: "kitten", extra: "bow" },
  "ten-year-old": { breed: "tabby", extra: "cap" },
  "fourteen-year-old": { breed: "lynx", extra: "cap" },
  adult: { breed: "tomcat", extra: "glasses" },
  champion: { breed: "tiger", extra: "medal" },
};

/** The cat of a seat: the bot's by its level, the one that a person chose, or else a guest by seat. */
export function roleOf(kind: string, level: string, seat: number, cat = ""): Role {
  const bot = kind === "bot" ? ROLES[level.replace(/@.*/, "")] : undefined;
  const own = GUESTS.find((breed) => breed === cat);
  return bot ?? roomCat(cat) ?? { breed: own ?? (GUESTS[seat % GUESTS.length] as Breed), extra: "none" };
}
