import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** What keeps the shell, and what shows push messages. */
const SOURCES = ["service-worker.js", "push-worker.js"].map((name) =>
  fileURLToPath(new URL(`../src/${name}`, import.meta.url)),
);
const PUBLIC = fileURLToPath(new URL("../public/", import.meta.url));

/** Modules that hold the words of a language, as build/words.ts calls them. */
const WORDS = /^\0virtual:words\/(?:later\/|games\/[\w-]+\/)?(\w\w)$/;

interface Built {
  moduleIds?: string[];
}

/** The files that every visitor keeps, and those of each language but English, kept where it is spoken. */
export function shell(bundle: Record<string, Built>): { files: string[]; words: Record<string, string[]> } {
  const files: string[] = [];
  const words: Record<string, string[]> = {};
  for (const [name, { moduleIds = [] }] of Object.entries(bundle)) {
    const language = moduleIds.map((id) => WORDS.exec(id)?.[1]).find(Boolean) ?? "en";
    if (name !== "index.html") (language === "en" ? files : (words[language] ??= [])).push(name);
  }
  return { files, words };
}

/** Writes sw.js with the lists of the shell's files, relative to it; its name for the cache follows from them. */
export function serviceWorker(): Plugin {
  return {
    name: "purrlor-service-worker",
    apply: "build",
    // Last of all: Vite removes scripts that would only load a style.
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const open = readdirSync(PUBLIC, { recursive: true, encoding: "utf-8" }).filter((name) => /\.\w+$/.test(name));
        const built = shell(bundle as Record<string, Built>);
        const files = [...built.files, ...open].sort();
        const lists = `const FILES = ${JSON.stringify(files)};\nconst WORDS = ${JSON.stringify(built.words)};\n`;
        const version = createHash("sha256").update(lists).digest("hex").slice(0, 12);
        this.emitFile({
          type: "asset",
          fileName: "sw.js",
          source: `const VERSION = "${version}";\n${lists}${SOURCES.map((file) => readFileSync(file, "utf-8")).join("\n")}`,
        });
      },
    },
  };
}
