// What the server draws for us: src/purrlor/page/house_of_cats.py says what the fields mean.
export type {
  HouseOfCatsAbilityPicture as AbilityPicture,
  HouseOfCatsAreaPicture as AreaPicture,
  HouseOfCatsChoicePicture as ChoicePicture,
  HouseOfCatsDiePicture as DiePicture,
  HouseOfCatsHousePicture as HousePicture,
  HouseOfCatsPicture as Picture,
  HouseOfCatsRoomPicture as RoomPicture,
  HouseOfCatsSheetPicture as SheetPicture,
  HouseOfCatsSpacePicture as SpacePicture,
} from "../../wire";
