/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { BROWSERS } from "./build/browsers.ts";
import { compress } from "./build/compress.ts";
import { contentPolicy } from "./build/content-policy.ts";
import { gallery } from "./build/gallery.ts";
import { screenshots, siteShortcuts } from "./build/manifest.ts";
import { parlour } from "./build/parlour.ts";
import { serviceWorker } from "./build/service-worker.ts";
import { words } from "./build/words.ts";

/** The chunk of a game's table bears the name of the game. */
function chunkName(name: string, module: string | null | undefined): string {
  return /\/games\/([^/]+)\/table\.ts$/.exec(module ?? "")?.[1] ?? name;
}

/** Only where somebody asks for it: `--coverage`. */
export const COVERAGE = {
  include: ["src/**"],
  reporter: ["text-summary", "html"],
  reportsDirectory: "../dist/coverage-web",
};

const SERVER = process.env.PURRLOR_SERVER ?? "http://127.0.0.1:8899";

/** `vite build --mode site`: a folder of static files for any web space, under any path. */
export default defineConfig(({ mode }) => ({
  base: mode === "site" ? "./" : "/",
  plugins: [
    svelte(),
    words(),
    serviceWorker(),
    screenshots(),
    gallery(),
    parlour(),
    mode === "site" ? [contentPolicy(), siteShortcuts()] : compress(),
  ],
  worker: { format: "es" },
  build: {
    // Newer syntax, in CSS as well (light-dark()), is written in older syntax for these.
    target: BROWSERS,
    // The page's policy allows nothing but its own files: no data: addresses, no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // build/size.mjs reads from it what each page loads.
    manifest: mode !== "site",
    rolldownOptions: {
      output: {
        chunkFileNames: (chunk) => `assets/${chunkName(chunk.name, chunk.facadeModuleId)}-[hash].js`,
        assetFileNames: (asset) =>
          `assets/${chunkName(asset.names[0]?.replace(/\.[^.]*$/, "") ?? "", asset.originalFileNames[0])}-[hash][extname]`,
      },
    },
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  // A test that takes a minute has hung; a busy machine may take a few seconds for all sentences of a language.
  test: { include: ["tests/**/*.test.ts", "src/**/*.test.ts"], coverage: COVERAGE, testTimeout: 60_000 },
}));
