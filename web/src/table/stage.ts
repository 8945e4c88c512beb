import { MediaQuery } from "svelte/reactivity";

/** A phone, upright or on its side. During play the board then fills the screen: nobody scrolls to act. */
export const phone = new MediaQuery("(width < 44rem), (height < 34rem)");
