// Where cards lie, for the ear: left and right as on the screen, and higher the farther away.

import type { PlacedSound } from "../../sounds";
import type { Spot } from "./spots";
import type { PlacePicture } from "./wire";

const NEAR = 262;
const FAR = 784;

/** The sound of one place: from its side, an octave and a half higher on the far side; a knock if no card is there. */
export function soundOf({ x, y }: Pick<Spot, "x" | "y">, { open }: Pick<PlacePicture, "open">): PlacedSound {
  return { pan: (x - 50) / 50, pitch: open ? Math.round(NEAR * (FAR / NEAR) ** ((100 - y) / 100)) : null };
}

/** All places, clockwise from your own, as the answer to "what lies on the table" names them. */
export function soundsAround(spots: Spot[], places: PlacePicture[]): PlacedSound[] {
  return spots.flatMap((spot) => {
    const place = places[spot.place];
    return place ? [soundOf(spot, place)] : [];
  });
}

/** The places on which a card was turned since the last picture. */
export function turnedSince(before: PlacePicture[], now: PlacePicture[]): number[] {
  return now.flatMap(({ open, shown_at, face_down }, at) => {
    const then = before[at];
    return then && open && (shown_at > then.shown_at || (open > then.open && face_down < then.face_down)) ? [at] : [];
  });
}
