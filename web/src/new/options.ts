import type { GameName } from "../routes";

/** Numbers of which only some make sense: offered as a choice. */
export const NUMBERS: Partial<Record<GameName, Record<string, string[]>>> = {
  "addi-cats": { players_with_two_stacks: ["1", "2"] },
};

/** The options that everybody may want to change; the others stand under "more". */
export const PLAIN_OPTIONS: Record<GameName, string[]> = {
  yatzy: ["scratch"],
  meow: ["expert"],
  "addi-cats": [],
  "house-of-cats": [],
};
