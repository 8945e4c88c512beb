// The picture that src/purrlor/page/meow.py paints.
import type { MeowPicture, MeowPlayedPicture } from "../../wire";

export type {
  MeowPicture as MeowView,
  MeowPilePicture as Pile,
  MeowPlayedPicture as Played,
  MeowTrickPicture as Trick,
} from "../../wire";
export type Colour = MeowPicture["trump"];
export type Card = Omit<MeowPlayedPicture, "seat">;
