import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { catalogue, languageNames, loaders, parts } from "../build/words.ts";
import { PSEUDO, pseudo } from "./pseudo.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const ANSWERS = "virtual:answers";
const WORDS = "\0virtual:words/";
/** What is not text: signs, codes, names, and what is typed. */
const KEPT = /^(language|number|bot\.name)\.|\.say\./;

/** Runs a Python module of the project and returns what it prints; its complaints stay visible. */
export function python(...words: string[]): string {
  const stdio: ["ignore", "pipe", "inherit"] = ["ignore", "pipe", "inherit"];
  return execFileSync(`${ROOT}.venv/bin/python`, ["-m", ...words], {
    cwd: ROOT,
    encoding: "utf-8",
    stdio,
    maxBuffer: 1e9,
  });
}

/** `virtual:answers` is what the server answers, recorded when the first test asks for it. */
export function answers(): Plugin {
  let recorded = "";
  return {
    name: "purrlor-answers",
    resolveId: (id) => (id === ANSWERS ? `\0${id}` : undefined),
    load(id) {
      if (id !== `\0${ANSWERS}`) return;
      recorded ||= python("tests.page.answers");
      return `export default ${recorded};`;
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
