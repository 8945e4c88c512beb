// Writes src/words/keys.ts, the type of all keys that the web client can say: `node build/keys.ts`, or `make wire`.

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { catalogue, ENGLISH } from "./words.ts";

export const KEYS_FILE = fileURLToPath(new URL("../src/words/keys.ts", import.meta.url));

/** The text of that file, from the English catalogues of the platform and of each game. */
export function keysText(): string {
  const keys = Object.keys(catalogue(ENGLISH)).sort();
  return `// Generated from the English catalogues by \`make wire\`.

/** A key of the catalogue. */
export type Key =
${keys.map((key) => `  | ${JSON.stringify(key)}`).join("\n")};
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(KEYS_FILE, keysText());
