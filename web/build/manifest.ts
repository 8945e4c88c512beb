import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { route, SERVED } from "../src/routes.ts";

interface Manifest {
  shortcuts: { name: string; url: string }[];
  screenshots: { src: string; sizes: string }[];
}

const NAME = "manifest.webmanifest";
const PICTURES = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));

function manifest(): Manifest {
  const file = fileURLToPath(new URL(`../public/${NAME}`, import.meta.url));
  return JSON.parse(readFileSync(file, "utf-8")) as Manifest;
}

/** The pictures that a browser shows before it installs the page, by what the manifest calls them. */
export function pictured(): { src: string; sizes: string; picture: string }[] {
  return manifest().screenshots.map(({ src, sizes }) => ({
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

/** The manifest of a folder of static files: its shortcuts lead to the pages that need no server. */
export function siteManifest(): Manifest {
  const { shortcuts, ...rest } = manifest();
  const local = shortcuts.filter(({ url }) => !SERVED.includes(route(url.slice(1)).page));
  return { ...rest, shortcuts: local.map((each) => ({ ...each, url: `./#${each.url.slice(1)}` })) };
}

/** Replaces the copied manifest by the one for static files. */
export function siteShortcuts(): Plugin {
  return {
    name: "purrlor-site-manifest",
    apply: "build",
    writeBundle({ dir = "" }) {
      writeFileSync(join(dir, NAME), JSON.stringify(siteManifest()));
    },
  };
}
