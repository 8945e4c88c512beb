// The furniture of the rooms, in a square of 24 whose floor is at 22. The number stands in the middle: pieces keep to
// the sides and to the floor, and are paler than what is written on top of them.

import type { RoomPicture, SheetPicture } from "./wire";

interface Piece {
  /** What has the colour of cloth. */
  cloth: string;
  /** What has the colour of wood. */
  wood: string;
  /** What is only a line. */
  line: string;
}

const LAMP = "M17.600 12.500L18.800 8.500H21.200L22.400 12.500Z";
const PICTURE = "M2 2.500H7.800V7.300H2Z";
const PLANT = "M5 17.300Q1 15 1.600 10.500Q4.800 12.500 5 17.300Q5.300 12.500 8.500 10.500Q9 15 5 17.300Z";
const POT = "M2.700 17.300H7.300L6.700 22H3.300Z";
const CUPS = "M1.900 4h2.300v2.600h-2.300zM5.600 4h2.300v2.600h-2.300z";
const CURTAINS = "M15.400 2.500H18Q17.800 7 15.400 10.500ZM22.600 2.500H20Q20.200 7 22.600 10.500Z";

/** By the number of a room, space by space: beds for two, a living room for three, a kitchen for four, a library. */
const FURNITURE: Record<string, Piece[]> = {
  "2": [
    {
      cloth: "M2.500 15.500H22V19.500H2.500ZM3 12.700Q5.500 11.500 8 12.700V15.500H3Z",
      wood: "M1.400 10.500H2.800V22H1.400ZM21.400 14H22.800V22H21.400ZM2.800 19.500H21.400V20.800H2.800Z",
      line: "M9.500 15.500V19.500",
    },
    {
      cloth: LAMP,
      wood: "M17 16.500H23V22H17ZM1.500 6.500H7.500V22H1.500Z",
      line: "M20 12.500V16.500M17 19.200H23M4.500 6.500V22M3.600 14V15.500M5.400 14V15.500",
    },
  ],
  "3": [
    {
      cloth:
        "M1.500 21V14.500Q1.500 12.700 4 12.700V10Q4 8.500 6 8.500H18Q20 8.500 20 10V12.700Q22.500 12.700 22.500 14.500V21Z",
      wood: "M3 21H5.500V22.200H3ZM18.500 21H21V22.200H18.500Z",
      line: "M4 12.700V17H20V12.700M12 17V21",
    },
    { cloth: "M16.800 6.500L18.200 2.500H21.800L23.200 6.500Z", wood: POT, line: `${PLANT}M20 6.500V22M18 22H22` },
    {
      cloth: "M3 22Q12 19 21 22Z",
      wood: `${PICTURE}M16 12.500H23V22H16Z`,
      line: "M2.600 6.800L4.300 4.600L5.400 5.700L6.200 5L7.300 6.800M16 16H23M16 19H23",
    },
  ],
  "4": [
    {
      cloth: "M16.500 10.500H21.500V13.500H16.500Z",
      wood: "M15 13.500H23V22H15Z",
      line: "M15.700 11.200H22.300M16.700 16.500H21.300V20.300H16.700ZM19 10.500V9.500M16.500 15H16.600M19 15H19.100M21.400 15H21.500",
    },
    {
      cloth: "M2.500 13.700Q5 10.500 7.500 13.700Z",
      wood: "M0.900 15.500H23.100V17H0.900Z",
      line: "M3 17V22M21 17V22M1.900 13.700H8.100L7.300 15.500H2.700Z",
    },
    { cloth: "", wood: "M1.200 6.500H8.800V22H1.200Z", line: "M1.200 11.500H8.800M7.300 8.300V10M7.300 13.500V16" },
    {
      cloth: CUPS,
      wood: "M1 6.600H9V7.800H1ZM16.500 15.500H22.500V16.800H16.500ZM21.500 8.500H22.700V15.500H21.500Z",
      line: "M4.200 4.700h.8v1.200h-.8M7.900 4.700h.8v1.200h-.8M17.200 16.800V22M21.800 16.800V22",
    },
  ],
  "5": [
    {
      cloth:
        "M2.400 6.500H3.800V10.500H2.400ZM5 7.200H6.400V10.500H5ZM3.200 12.700H4.600V16H3.200ZM5.600 12H7V16H5.600Z",
      wood: "M0.900 5H8.700V22H0.900ZM15.300 5H23.100V22H15.300Z",
      line: "M0.900 10.500H8.700M0.900 16H8.700M15.300 10.500H23.100M15.300 16H23.100M17 10.500V7M18.600 10.500V6.500M21.500 16V12.500M20 16V12M17.500 22V18.500M2.500 22V18M4.200 22V18.500",
    },
    { cloth: CURTAINS, wood: POT, line: `${PLANT}M15.400 2.500H22.600V10.500H15.400ZM19 2.500V10.500` },
    {
      cloth: "M2 22Q12 19.500 22 22Z",
      wood: "M15.500 13H23V16H15.500Z",
      line: "M16.300 16V22M22.200 16V22M16 14.500H22.500M17 13V10.500H21.500V13",
    },
    {
      cloth: "M1.500 21V14Q1.500 12 3.500 12H8.500V16.500H11V21Z",
      wood: "M2.500 21H4V22.200H2.500ZM9 21H10.500V22.200H9Z",
      line: "M8.500 16.500H4.500V21M20 7.500V22M17.800 22H22.200M17.300 7.500L18.500 3.500H21.500L22.700 7.500Z",
    },
    {
      cloth: "M18 4.500A2.700 2.700 0 1 1 17.990 4.500Z",
      wood: "M14.500 15.500H23V22H14.500Z",
      line: "M18 5.600V7.200H19.200M14.500 18.700H23M16.500 17H17M20.500 17H21M16.500 20.300H17M20.500 20.300H21",
    },
  ],
};

/** What stands in the rooms of a house, and where. */
export function furnish(sheet: SheetPicture, rooms: RoomPicture[]) {
  const byName = new Map(sheet.spaces.map((space) => [space.name, space]));
  return rooms.flatMap(({ number, spaces, fresh }) =>
    spaces.flatMap((name, place) => {
      const [space, pieces] = [byName.get(name), FURNITURE[number] ?? []];
      const piece = pieces[place % pieces.length];
      return space && piece ? [{ ...piece, space, place, fresh }] : [];
    }),
  );
}
