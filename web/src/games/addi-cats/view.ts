export type {
  CardPicture as Card,
  Correction,
  HitPicture as Hit,
  Note,
  Picture as View,
  PlacePicture as Place,
} from "./wire";

export const ACTION_CARDS = ["chase", "u-turn", "clock", "sumo", "trap", "gift"] as const;
