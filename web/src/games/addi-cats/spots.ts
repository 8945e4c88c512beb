/** A place on the round table: its number, and where it stands in hundredths of the table. */
export interface Spot {
  place: number;
  x: number;
  y: number;
}

/** Where the places stand by how many there are: your own one below, then clockwise. The mouse needs the middle. */
const ROUND: Record<number, [number, number][]> = {
  3: [
    [50, 100],
    [0, 12],
    [100, 12],
  ],
  4: [
    [50, 100],
    [0, 50],
    [50, 0],
    [100, 50],
  ],
  5: [
    [50, 100],
    [0, 92],
    [0, 0],
    [100, 0],
    [100, 92],
  ],
  6: [
    [50, 100],
    [0, 92],
    [0, 0],
    [50, 0],
    [100, 0],
    [100, 92],
  ],
};
/** A person who plays for two has both places below. */
const TWICE: [number, number][] = [
  [0, 100],
  [0, 0],
  [100, 100],
  [100, 0],
];
const TWICE_AGAINST_ONE: [number, number][] = [
  [0, 100],
  [50, 0],
  [100, 100],
];

/** Everybody around the table, clockwise, your place at the bottom and first. */
export function around(owners: number[], seat: number | null): Spot[] {
  const own = Math.max(0, owners.indexOf(seat ?? 0));
  const twice = owners.filter((owner) => owner === owners[own]).length > 1;
  const spots = twice ? (owners.length === 4 ? TWICE : TWICE_AGAINST_ONE) : (ROUND[owners.length] ?? []);
  return owners.map((_, step) => {
    const [x, y] = spots[step] ?? [50, 50];
    return { place: (own + step) % owners.length, x, y };
  });
}

/** For small screens: the others in the order they play, and then your places, next to the mouse. */
export function inRows(owners: number[], seat: number | null): { others: number[]; own: number[] } {
  const order = around(owners, seat).map((spot) => spot.place);
  const mine = seat ?? owners[order[0] ?? 0];
  return {
    others: order.filter((place) => owners[place] !== mine),
    own: order.filter((place) => owners[place] === mine),
  };
}
