import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** What keeps the shell, and what shows push messages. */
const SOURCES = ["service-worker.js", "push-worker.js"].map((name) =>
  fileURLToPath(new URL(`../src/${name}`, import.meta.url)),
);
const PUBLIC = fileURLToPath(new URL("../public/", import.meta.url));

const PICTURES = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));

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

/** The pictures that a browser shows before it installs the page, by what the manifest calls them. */
export function pictured(): { src: string; sizes: string; picture: string }[] {
  const manifest = JSON.parse(readFileSync(join(PUBLIC, "manifest.webmanifest"), "utf-8")) as {
    screenshots: { src: string; sizes: string }[];
  };
  return manifest.screenshots.map(({ src, sizes }) => ({
    src,
    sizes,
    picture: join(PICTURES, src.replace("screenshots/", "")),
  }));
}

/** Copies the pictures from the docs. They stay out of the shell: only a browser that installs the page loads them. */
export function screenshots(): Plugin {
  return {
    name: "purrlor-screenshots",
    apply: "build",
    writeBundle({ dir = "" }) {
      for (const { src, picture } of pictured()) {
        mkdirSync(dirname(join(dir, src)), { recursive: true });
        copyFileSync(picture, join(dir, src));
      }
    },
  };
}
