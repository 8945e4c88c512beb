import { MediaQuery } from "svelte/reactivity";

/** A phone, upright or on its side. During play the board then fills the screen: nobody scrolls to act. */
export const phone = new MediaQuery("(width < 44rem), (height < 34rem)");

/** A phone with more room beside a square board than above it. */
export const roomBeside = new MediaQuery(
  "(width < 44rem) and (orientation: portrait), (width >= 44rem) and (height < 34rem)",
);
