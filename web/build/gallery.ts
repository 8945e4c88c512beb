import { readFileSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const FIXTURES = fileURLToPath(new URL("../fixtures/", import.meta.url));
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Gallery</title></head><body><div id="app"></div><script type="module" src="/src/gallery/main.ts"></script></body></html>`;

/** In development only: /gallery mounts boards with fixtures, /gallery/fixtures.json lists them. */
export function gallery(): Plugin {
  return {
    name: "purrlor-gallery",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = (request.url ?? "").split("?")[0] ?? "";
        if (path === "/gallery/fixtures.json") {
          response.setHeader("Content-Type", "application/json");
          return response.end(JSON.stringify(fixtures()));
        }
        if (path !== "/gallery") return next();
        response.setHeader("Content-Type", "text/html");
        response.end(await server.transformIndexHtml("/gallery", PAGE));
      });
    },
  };
}

/** All fixtures: game → name → contents. */
function fixtures(): Record<string, Record<string, unknown>> {
  const games = readdirSync(FIXTURES).filter((name) => statSync(FIXTURES + name).isDirectory());
  return Object.fromEntries(games.map((game) => [game, fixturesOf(`${FIXTURES}${game}/`)]));
}

function fixturesOf(folder: string): Record<string, unknown> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return Object.fromEntries(names.map((name) => [name.slice(0, -5), JSON.parse(readFileSync(folder + name, "utf-8"))]));
}
