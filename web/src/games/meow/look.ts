// What the cat of a rank looks like: the higher the rank, the bigger, the fluffier and the more important.

import { COATS } from "../../art/cast";

export type Eyes = "big" | "happy" | "open" | "side" | "sleepy" | "wink" | "stern" | "narrow";
export type Mouth = "smile" | "tongue" | "small" | "flat" | "grin" | "fangs" | "frown" | "o";
export type Extra =
  | "stolen_crown"
  | "bow"
  | "bell"
  | "flower"
  | "leaf"
  | "mouse"
  | "cap"
  | "glasses"
  | "tie"
  | "scarf"
  | "moustache"
  | "hat"
  | "patch"
  | "medal"
  | "monocle"
  | "ruff"
  | "coronet"
  | "crown";

interface Fur {
  fur: string;
  mark: string;
  light: string;
  line: string;
}

export interface Look {
  size: number;
  width: number;
  ear: number;
  fluff: number;
  mane: boolean;
  stripes: number;
  eyes: Eyes;
  mouth: Mouth;
  extra: Extra;
  fur: Fur;
}

/** The coats of the cast, so that cats on cards and at the table are the same ones. */
const FURS = (["lynx", "tabby", "grey", "white", "brown", "tomcat"] as const).map((breed): Fur => {
  const { fur, mark, muzzle, line } = COATS[breed];
  return { fur, mark, light: muzzle, line };
});

const CHARACTERS: [Eyes, Mouth, Extra][] = [
  ["big", "grin", "stolen_crown"],
  ["big", "small", "bow"],
  ["happy", "smile", "bell"],
  ["side", "o", "flower"],
  ["open", "tongue", "leaf"],
  ["wink", "smile", "mouse"],
  ["open", "grin", "cap"],
  ["open", "small", "glasses"],
  ["happy", "tongue", "tie"],
  ["sleepy", "flat", "scarf"],
  ["side", "flat", "moustache"],
  ["wink", "grin", "hat"],
  ["stern", "fangs", "patch"],
  ["open", "smile", "medal"],
  ["narrow", "flat", "monocle"],
  ["stern", "frown", "ruff"],
  ["narrow", "fangs", "coronet"],
  ["stern", "fangs", "crown"],
];

export function look(rank: number): Look {
  const grown = (rank - 1) / 17;
  const [eyes, mouth, extra] = CHARACTERS[rank - 1] ?? ["open", "smile", "bell"];
  return {
    size: 0.6 + 0.36 * grown,
    width: 0.82 + 0.42 * grown,
    ear: 1.15 - 0.25 * grown,
    fluff: Math.max(0, Math.floor((rank - 5) / 3)),
    mane: rank >= 16,
    stripes: (rank * 2) % 4,
    eyes,
    mouth,
    extra,
    fur: FURS[(rank * 5 + 1) % FURS.length] as Fur,
  };
}
