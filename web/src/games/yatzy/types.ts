export type { Note, Picture as YatzyView, SheetPicture as SheetView } from "./wire";
