import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const WEB = fileURLToPath(new URL("../", import.meta.url));
const SRC = `${WEB}src/`;
const sources = readdirSync(SRC, { recursive: true, encoding: "utf-8" }).filter((name) =>
  /\.(svelte|css|ts)$/.test(name),
);

/** The lengths in the tables of the README, of widths and of heights. */
function documented(dimension: string): string[] {
  const [, rows = ""] =
    new RegExp(`\\| ${dimension} \\| from here on \\|\\n\\|---\\|---\\|\\n((?:\\|.*\\n)+)`).exec(
      readFileSync(`${WEB}README.md`, "utf-8"),
    ) ?? [];
  return rows.split("\n").flatMap((row) => row.split("|")[1]?.match(/\d+(?:rem|px)/g) ?? []);
}

/** Every condition of a media or container query, with its file. */
function conditions(): { file: string; condition: string }[] {
  return sources.flatMap((file) => {
    const found = readFileSync(SRC + file, "utf-8").matchAll(/@(?:media|container)([^{]*)\{|MediaQuery\("([^"]*)"/g);
    return [...found].map(([, query, media]) => ({ file, condition: (query ?? media ?? "").trim() }));
  });
}

test("queries are written as ranges", () => {
  const old = conditions().filter(({ condition }) => /(?:min|max)-(?:width|height)/.test(condition));
  expect(old).toEqual([]);
});

test.each(["width", "height"])("queries use only the %ss that the README lists, and all of them", (dimension) => {
  const range = new RegExp(`(?:(\\d[\\w.]*) <=? )?\\b${dimension} (?:<|>=) (\\d[\\w.]*)`, "g");
  const used = conditions().flatMap(({ condition }) =>
    [...condition.matchAll(range)].flatMap(([, from, to]) => [from, to].filter((each) => each !== undefined)),
  );
  expect([...new Set(used)].sort()).toEqual(documented(dimension).sort());
});

test("a component's styles reach only what it draws itself", () => {
  // `:global` may stand for what lies around it, or for a class that a script adds; what others draw takes a prop.
  const reaching = sources.flatMap((file) => {
    const [, style = ""] = /<style>([^]*)<\/style>/.exec(readFileSync(SRC + file, "utf-8")) ?? [];
    return style.split("\n").filter((line) => / :global\(|^\s*:global\((?!\[data-)/.test(line.replace(/^\s+/, "")));
  });
  expect(reaching).toEqual([]);
});
