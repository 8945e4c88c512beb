// Sheets before the first pencil stroke, for the small pictures of the setup.

import type { AreaPicture, SheetPicture } from "./wire";
import printed from "./sheets.json";

const COLUMNS = "ABCDEFGHI";

/** A sheet from the marks of its rows, as they are drawn in a text file. */
export function sheetOf(level: number, rows: string[][]): SheetPicture {
  const spaces = rows.flatMap((marks, row) =>
    marks.flatMap((mark, column) => {
      if (mark === "-") return [];
      const found = (letters: RegExp) => letters.exec(mark)?.[0] ?? "";
      return [
        {
          name: `${COLUMNS[column]}${row + 1}`,
          row,
          column,
          star: mark.includes("*"),
          box: found(/[a-e]/),
          area: found(/[RBYG]/) as AreaPicture["area"] | "",
          later: mark === "+",
        },
      ];
    }),
  );
  const columns = [...COLUMNS.slice(0, rows[0]?.length ?? 0)];
  const sheet = { columns, spaces, cats: [], cheeses: [], parts: [] };
  return { ...sheet, level: level as SheetPicture["level"], rows: rows.map((_, row) => String(row + 1)) };
}

/** The four sheets that come with the game. */
export const PRINTED: SheetPicture[] = Object.entries(printed as Record<string, string[][]>).map(([level, rows]) =>
  sheetOf(Number(level), rows),
);

export { FIRST_ABILITIES } from "./first";
export const ABILITIES = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"] as const;
export type Ability = (typeof ABILITIES)[number];
/** The numbers that abilities belong to, in the order in which they are chosen. */
export const NUMBERS = ["2", "3", "4", "5"];

/** The chosen abilities after a tap on one: it goes, or it comes as the last one. */
export function toggled(chosen: string[], letter: string): string[] {
  if (chosen.includes(letter)) return chosen.filter((each) => each !== letter);
  return chosen.length < NUMBERS.length ? [...chosen, letter] : chosen;
}
