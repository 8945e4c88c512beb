import { expect, test } from "vitest";
import { changedOptions } from "../src/new/options";

test("only options that differ from their defaults are sent", () => {
  const option = (name: string, value: string) => ({
    name,
    default: value,
    kind: "text" as const,
    choices: [],
    optional: false,
  });
  const info = { options: [option("level", "1"), option("sheet", "")] };
  expect(changedOptions(info, { level: "1", sheet: "own", word: "x" })).toEqual({ sheet: "own", word: "x" });
});
