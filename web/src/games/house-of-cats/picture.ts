export type {
  AbilityPicture,
  AreaPicture,
  ChoicePicture,
  DiePicture,
  HousePicture,
  Note,
  Picture,
  RoomPicture,
  SheetPicture,
  SpacePicture,
} from "./wire";
