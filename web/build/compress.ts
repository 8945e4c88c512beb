import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const WORTH = /\.(js|css|html|svg|webmanifest)$/;

/** Puts a .br and a .gz beside each file that shrinks; the server sends those to browsers that take them. */
export function compress(): Plugin {
  return {
    name: "purrlor-compress",
    apply: "build",
    writeBundle: { order: "post", sequential: true, handler: ({ dir }) => compressAll(dir as string) },
  };
}

function compressAll(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: "utf-8" });
  for (const name of names.filter((each) => WORTH.test(each))) {
    const bytes = readFileSync(join(folder, name));
    const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, brotli));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}
