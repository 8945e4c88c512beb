// What a visitor loads, compressed, for the home page and one game: prints it, and fails above the limit.
import { readFileSync, readdirSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";

const LIMIT = 150_000;
const GAMES = ["yatzy", "meow", "addi-cats", "house-of-cats"];
const folder = new URL("../dist/assets/", import.meta.url);
const files = readdirSync(folder)
  .filter((name) => /\.(js|css)$/.test(name))
  .map((name) => {
    const bytes = readFileSync(new URL(name, folder));
    return { name, brotli: brotliCompressSync(bytes).length, gzip: gzipSync(bytes, { level: 9 }).length };
  });
// Pages that home and a table do not need, and the smaller language, are not counted.
const APART = /^(NewTable|Learn|Pads|About|Transfer\w*|Replay\w*|Setup|Practice|lesson|en)-/;
const isGame = (name) => GAMES.some((game) => name.startsWith(`${game}-`));
const sum = (list, kind) => list.reduce((total, file) => total + file[kind], 0);
const shared = files.filter(({ name }) => !isGame(name) && !APART.test(name));
let worst = 0;
for (const game of GAMES) {
  const list = [...shared, ...files.filter(({ name }) => name.startsWith(`${game}-`))];
  worst = Math.max(worst, sum(list, "gzip"));
  console.log(`${game.padEnd(14)} ${sum(list, "brotli")} bytes with brotli, ${sum(list, "gzip")} with gzip`);
}
if (worst > LIMIT) {
  console.error(`more than ${LIMIT} bytes`);
  process.exit(1);
}
