import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compress } from "./build/compress.ts";
import { gallery } from "./build/gallery.ts";
import { serviceWorker } from "./build/service-worker.ts";
import { words } from "./build/words.ts";

const SERVER = process.env.PURRLOR_SERVER ?? "http://127.0.0.1:8899";

export default defineConfig({
  plugins: [svelte(), words(), serviceWorker(), gallery(), compress()],
  build: {
    target: "es2022",
    // Newer features, as light-dark(), are written in older ones for these.
    cssTarget: ["chrome111", "edge111", "firefox114", "safari16.4", "ios16.4"],
    // The page's policy allows nothing but its own files: no data: addresses, no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { include: ["tests/**/*.test.ts", "src/**/*.test.ts"] },
});
