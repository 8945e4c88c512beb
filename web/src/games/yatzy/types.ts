// The picture that src/purrlor/page/yatzy.py paints.
export type { YatzyPicture as YatzyView, YatzySheetPicture as SheetView } from "../../wire";
