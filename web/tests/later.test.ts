import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { catalogue, part } from "../build/words.ts";

const SOURCE = fileURLToPath(new URL("../src", import.meta.url));
const ENDINGS = ["", ".ts", ".svelte", ".svelte.ts", ".js", "/index.ts"];

function found(from: string, name: string): string[] {
  const path = resolve(dirname(from), name);
  return ENDINGS.map((ending) => path + ending).filter((file) => existsSync(file) && statSync(file).isFile());
}

/** An `import()`, with the `lazy()` around it. */
const IMPORT = /(?:lazy\(\(\) => )?import\("(\.[^"]+)"\)(?:, \{ (?:words: false|game(?:: "[\w-]+")?) \})?/g;
const waits = (call: string) => call.startsWith("lazy(") && !call.endsWith("}");
const waitsForGame = (call: string) => waits(call) || /\{ game\b/.test(call);

/** What the page runs before some of the words have come: all imports but those that wait for them. */
function early(waits: (call: string) => boolean): Map<string, string> {
  const seen = new Map<string, string>();
  const open = [`${SOURCE}/main.ts`];
  for (let file = open.pop(); file; file = open.pop()) {
    if (seen.has(file)) continue;
    const text = readFileSync(file, "utf-8");
    seen.set(file, text);
    for (const [, name = ""] of text.matchAll(/^\s*(?:import|export)\s(?!type)[^;]*?from\s+"(\.[^"]+)"/gm))
      open.push(...found(file, name));
    for (const [whole, name = ""] of text.matchAll(IMPORT)) if (!waits(whole)) open.push(...found(file, name));
  }
  return seen;
}

test.each([
  { when: "later", waits },
  { when: "game", waits: waitsForGame },
] as const)("nothing is said before its words have come: $when", ({ when, waits }) => {
  const later = part(catalogue("en"), when);
  const files = [...early(waits)];
  expect(files.length).toBeGreaterThan(100);
  const said = files.flatMap(([file, text]) =>
    [...text.matchAll(/\bw\("([\w.-]+)"/g)].map(([, key = ""]) => [relative(SOURCE, file), key] as const),
  );
  expect(said.length).toBeGreaterThan(100);
  expect(said.filter(([, key]) => key in later)).toEqual([]);
});
