import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import type { BrowserCommand } from "vitest/node";
import { words } from "../build/words.ts";
import { COVERAGE } from "../vite.config.ts";
import { answers, pseudoWords, python, typeface } from "./plugins.ts";

/** Shows the page in the colours of the device, or in its own. */
const forceColors: BrowserCommand<[on: boolean]> = ({ page }, on) =>
  page.emulateMedia({ forcedColors: on ? "active" : "none" });

declare module "vitest/browser" {
  interface BrowserCommands {
    forceColors(on: boolean): Promise<void>;
  }
}

// Tests of components in the system's Chromium, which behaves like a phone: a finger touches, and nothing hovers.
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  plugins: [svelte(), words(), pseudoWords(), answers(), typeface()],
  envPrefix: ["VITE_", "PURRLOR_PICTURES"],
  // Pictures are written to dist/components/ of the repository.
  server: { fs: { allow: [".."] } },
  // Found during the first run of a clone, they would make Vite reload the page in the middle of a test.
  optimizeDeps: { include: ["axe-core", "qr"] },
  test: {
    include: ["components/**/*.test.ts"],
    // A test that finds faults looks for as long as they may take to settle, at every size and in every language.
    testTimeout: 300_000,
    // What was resized is measured again in the next frame: the browser says so, and nothing is wrong.
    onUnhandledError: (error) => !error.message.startsWith("ResizeObserver loop"),
    coverage: { ...COVERAGE, reportsDirectory: "../dist/coverage-components" },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      commands: { forceColors },
      connectTimeout: 300_000,
      // Tests change the size of their frame (stage.ts), which takes half the time that a new window takes.
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions: {
          executablePath: await python("-m", "harness.chromium", "--path"),
          args: ["--no-sandbox", "--disable-gpu"],
          timeout: 300_000,
        },
        contextOptions: {
          reducedMotion: "reduce",
          locale: "en-GB",
          timezoneId: "UTC",
          hasTouch: true,
          isMobile: true,
        },
      }),
      instances: [{ browser: "chromium" }],
    },
  },
});
