import type { Picture, PlayedPicture } from "./wire";

export type Colour = Picture["trump"];
export type Card = Omit<PlayedPicture, "seat">;
