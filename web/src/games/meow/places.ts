// Where everybody sits: in percent of the table, clockwise from the viewer, who sits at the near side.

export interface Spot {
  x: number;
  y: number;
}
export interface Place {
  plate: Spot;
  card: Spot;
}

const OWN: Place = { plate: { x: 50, y: 108 }, card: { x: 50, y: 76 } };
/** The near side where everybody's plate lies on the table, for instance on a television. */
const NEAR: Place = { plate: { x: 50, y: 92 }, card: { x: 50, y: 70 } };

const OTHERS: Record<number, [number, number, number, number][]> = {
  2: [[50, 10, 50, 36]],
  3: [
    [17, 17, 36, 42],
    [83, 17, 64, 42],
  ],
  4: [
    [14, 40, 34, 52],
    [50, 10, 50, 33],
    [86, 40, 66, 52],
  ],
  5: [
    [14, 58, 35, 60],
    [23, 13, 39, 36],
    [77, 13, 61, 36],
    [86, 58, 65, 60],
  ],
  6: [
    [14, 64, 35, 63],
    [14, 24, 35, 38],
    [50, 8, 50, 31],
    [86, 24, 65, 38],
    [86, 64, 65, 63],
  ],
};

/** By seat. `near` sits at the near side; `everybody`: the plate of that seat lies on the table too. */
export function places(seats: number, near: number, everybody = false): Place[] {
  const others = OTHERS[seats] ?? [];
  const own = everybody ? NEAR : OWN;
  return Array.from({ length: seats }, (_, seat) => {
    const spot = others[((seat - near + seats) % seats) - 1];
    return spot ? { plate: { x: spot[0], y: spot[1] }, card: { x: spot[2], y: spot[3] } } : own;
  });
}
