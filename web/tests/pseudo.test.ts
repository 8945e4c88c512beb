import { expect, test } from "vitest";
import { pseudo } from "../components/pseudo.ts";

test("the pseudo-language is 40 % longer and keeps values", () => {
  expect(pseudo("{n} {n:|card|cards} left")).toBe("{n} {n:|çárdd|çárdššš} léftt");
  expect(pseudo("Come in, have a game")).toHaveLength(26);
});
