// What the server sends of Addi Cat's, as in src/purrlor/page/addi_cats.py.
export type {
  AddiCatsCardPicture as Card,
  AddiCatsCorrection as Correction,
  AddiCatsHitPicture as Hit,
  AddiCatsPicture as View,
  AddiCatsPlacePicture as Place,
} from "../../wire";

export const ACTION_CARDS = ["chase", "u-turn", "clock", "sumo", "trap", "gift"];
