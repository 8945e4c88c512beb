import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** What keeps the shell, and what shows push messages. */
const SOURCES = ["service-worker.js", "push-worker.js"].map((name) =>
  fileURLToPath(new URL(`../src/${name}`, import.meta.url)),
);
const PUBLIC = fileURLToPath(new URL("../public/", import.meta.url));

/** Writes sw.js with the list of the shell's files, relative to it; its name for the cache follows from them. */
export function serviceWorker(): Plugin {
  return {
    name: "purrlor-service-worker",
    apply: "build",
    generateBundle(_, bundle) {
      const open = readdirSync(PUBLIC, { recursive: true, encoding: "utf-8" }).filter((name) => /\.\w+$/.test(name));
      const files = [...Object.keys(bundle).filter((name) => name !== "index.html"), ...open].sort();
      const version = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 12);
      const head = `const VERSION = "${version}";\nconst FILES = ${JSON.stringify(files)};\n`;
      this.emitFile({
        type: "asset",
        fileName: "sw.js",
        source: head + SOURCES.map((file) => readFileSync(file, "utf-8")).join("\n"),
      });
    },
  };
}
