import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Plugin } from "vite";
import { catalogue, languageNames, loaders, parts } from "../build/words.ts";
import { PSEUDO, pseudo } from "./pseudo.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const ANSWERS = "virtual:answers";
const TYPEFACE = "virtual:typeface.css";
const WORDS = "\0virtual:words/";
/** What is not text: signs, codes, names, and what is typed. */
const KEPT = /^(language|number|bot\.name)\.|\.say\./;

const run = promisify(execFile);

/** Returns what the project's Python prints; its complaints stay visible. Vite serves the browser meanwhile. */
export async function python(...words: string[]): Promise<string> {
  const { stdout, stderr } = await run(`${ROOT}.venv/bin/python`, words, { cwd: ROOT, maxBuffer: 1e9 });
  process.stderr.write(stderr);
  return stdout.trim();
}

/** `virtual:answers` is what the server answers, recorded when the first test asks for it. */
export function answers(): Plugin {
  let recorded: Promise<string> | undefined;
  return {
    name: "purrlor-answers",
    resolveId: (id) => (id === ANSWERS ? `\0${id}` : undefined),
    async load(id) {
      if (id !== `\0${ANSWERS}`) return;
      recorded ??= python("-m", "tests.page.answers");
      return `export default ${await recorded};`;
    },
  };
}

/** What a line of DejaVu Sans takes up, and how much wider than Open Sans it is in each weight. */
const [ASCENT, DESCENT] = [92.8, 23.6];
const WIDER = { 400: 1.1, 700: 1.16 };

/**
 * `virtual:typeface.css` replaces the system's typefaces, so that texts are as long on every machine: by the Open Sans
 * with which documents are printed, as wide as DejaVu Sans, the widest that systems usually have.
 */
export function typeface(): Plugin {
  return {
    name: "purrlor-typeface",
    resolveId: (id) => (id === TYPEFACE ? `\0${id}` : undefined),
    async load(id) {
      if (id !== `\0${TYPEFACE}`) return;
      const folder = await python("-c", "from importlib.resources import files; print(files('ttf_opensans') / 'ttf')");
      const faces = Object.entries(WIDER).map(async ([weight, wider]) => {
        const file = await readFile(`${folder}/OpenSans-${weight === "700" ? "Bold" : "Regular"}.ttf`, "base64");
        return `@font-face {
          font-family: Stage; font-weight: ${weight}; src: url(data:font/ttf;base64,${file});
          size-adjust: ${wider * 100}%; ascent-override: ${ASCENT / wider}%; descent-override: ${DESCENT / wider}%;
        }`;
      });
      return [...(await Promise.all(faces)), ":root { --sans: Stage !important; --serif: Stage !important }"].join(
        "\n",
      );
    },
  };
}

/** Adds the pseudo-language to those that there are. */
export function pseudoWords(): Plugin {
  const english = Object.entries(catalogue("en"));
  const all = Object.fromEntries(english.map(([key, text]) => [key, KEPT.test(key) ? text : pseudo(text)]));
  const modules = new Map(
    Object.entries(parts(all)).map(([name, words]) => [`${name}${PSEUDO}`, `export default ${JSON.stringify(words)};`]),
  );
  modules.set("languages", loaders({ ...languageNames(), [PSEUDO]: pseudo("English") }));
  return {
    name: "purrlor-pseudo-language",
    enforce: "pre",
    load: (id) => (id.startsWith(WORDS) ? modules.get(id.slice(WORDS.length)) : undefined),
  };
}
