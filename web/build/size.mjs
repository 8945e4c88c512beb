// What a visitor loads, compressed, for the home page and a table of each game: prints it, and fails above the limit.
import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";

const LIMIT = 150_000;
const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf-8"));

/** The files of a module and of everything that it imports statically. */
function filesOf(key, found = new Set()) {
  const { file, css = [], imports = [] } = manifest[key];
  if (found.has(file)) return found;
  found.add(file);
  css.forEach((each) => found.add(each));
  imports.forEach((each) => filesOf(each, found));
  return found;
}

function weight(keys) {
  const files = new Set(keys.flatMap((key) => [...filesOf(key)]));
  const bytes = [...files].map((file) => readFileSync(new URL(file, dist)));
  const sum = (pack) => bytes.reduce((total, each) => total + pack(each).length, 0);
  return { brotli: sum(brotliCompressSync), gzip: sum((each) => gzipSync(each, { level: 9 })) };
}

// The largest language without what comes later, the page with the table, and the game's own words.
const words = Object.keys(manifest).filter((key) => /virtual:words\/\w\w$/.test(key));
const largest = words.toSorted((a, b) => weight([b]).gzip - weight([a]).gzip)[0];
const ofGame = (game) => largest.replace("virtual:words/", `virtual:words/games/${game}/`);
const shared = ["index.html", largest, "src/table/TablePage.svelte"];
const rows = Object.keys(manifest).flatMap((key) => {
  const game = /^src\/games\/([^/]+)\/table\.ts$/.exec(key)?.[1];
  return game ? [[game, weight([...shared, ofGame(game), key])]] : [];
});
rows.push(["another game", weight([...shared, "src/plain/table.ts"])]);
for (const [game, { brotli, gzip }] of rows)
  console.log(`${game.padEnd(14)} ${brotli} bytes with brotli, ${gzip} with gzip`);
if (rows.length < 2 || rows.some(([, { gzip }]) => gzip > LIMIT)) {
  console.error(`more than ${LIMIT} bytes, or no game`);
  process.exit(1);
}
