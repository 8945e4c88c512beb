import type { Picture, PlayedPicture } from "./wire";

export type {
  Note,
  Picture as MeowView,
  PilePicture as Pile,
  PlayedPicture as Played,
  TrickPicture as Trick,
} from "./wire";
export type Colour = Picture["trump"];
export type Card = Omit<PlayedPicture, "seat">;
