import { expect, test } from "vitest";
import { blocks, inline } from "../src/pages/markdown";

test("a heading, a paragraph and a list", () => {
  expect(blocks("# Rules\n\nRoll *once*.\n\n- one\n  more\n- two").map((block) => block.kind)).toEqual([
    "heading",
    "paragraph",
    "list",
  ]);
});

test("what is indented is code, with its blank lines", () => {
  expect(blocks("So:\n\n      A B\n    1 - +\n\n    2 . .\n\nThen on.")).toMatchObject([
    { kind: "paragraph" },
    { kind: "code", text: "  A B\n1 - +\n\n2 . ." },
    { kind: "paragraph" },
  ]);
});

test("a table has a head and rows", () => {
  expect(blocks("| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |")).toMatchObject([
    { kind: "table", rows: [[], []].map(() => expect.any(Array)) },
  ]);
});

test("inline marks", () => {
  expect(inline("a **b** `c` [d](e)").map(({ kind }) => kind)).toEqual([
    "text",
    "strong",
    "text",
    "code",
    "text",
    "link",
  ]);
});
