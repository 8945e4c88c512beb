// The garden of level 4, in the spaces that are not part of the house yet: with each room it grows, from grass to
// flowers and trees.

import type { SpacePicture } from "./wire";

const GRASS =
  "M3 22Q3.500 19.500 2.500 18M4.500 22Q4.800 19 6 18M18.500 22Q18.500 20 17.500 18.500M20 22Q20.300 19.500 21.500 18";
const STALK = "M19.500 22V14.500M19.500 19Q21.500 18.500 22 16.500M19.500 20Q17.500 19.500 17 17.500";
const BLOOMS = [
  "M17.100 13a2.400 2.400 0 1 1 4.800 0a2.400 2.400 0 1 1-4.800 0z",
  "M17.300 14.600V10.800L18.500 12L19.500 10.500L20.500 12L21.700 10.800V14.600Z",
  "M17 14.500A2.500 2.600 0 0 1 22 14.500Z",
];
const CROWN =
  "M4.300 16.500C0.500 16.500 0.200 12.500 2.200 11.500C1.600 8.200 7 8.200 6.500 11.500C8.500 12.500 8 16.500 4.300 16.500Z";

/** What grows in these spaces after this many rooms; not everything grows at the same time. */
export function plants(spaces: SpacePicture[], rooms: number) {
  return spaces.map((space) => {
    const { column, row } = space;
    const age = Math.floor((rooms + 1 + ((column + 2 * row) % 3)) / 2);
    const kind = (column * 5 + row * 7) % BLOOMS.length;
    return {
      space,
      leaf: age > 0 ? GRASS + STALK : GRASS,
      bloom: age > 1 ? BLOOMS[kind] : "",
      trunk: age > 2 ? "M4.300 22V15.500" : "",
      crown: age > 2 ? CROWN : "",
    };
  });
}
