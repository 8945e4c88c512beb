import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const SOURCES = resolve(import.meta.dirname, "../../src");
const PAUSE = 200;

/** Run the server beside Vite's (`make dev`), restart it when its sources change, then reload the open pages. */
export function parlour(command = process.env.PURRLOR_SERVE): Plugin {
  return {
    name: "purrlor-parlour",
    apply: "serve",
    configureServer(vite) {
      if (!command) return;
      let server: ChildProcess | undefined;
      let timer: NodeJS.Timeout | undefined;
      const start = (): void => {
        server = spawn(command, { shell: true, stdio: ["ignore", "pipe", "inherit"], cwd: resolve(SOURCES, "..") });
        // The first line says that the server is open.
        server.stdout?.once("data", () => {
          vite.ws.send({ type: "full-reload" });
        });
        server.stdout?.pipe(process.stdout);
      };
      const restart = (): void => {
        if (!server || server.exitCode !== null || server.signalCode !== null) {
          start();
          return;
        }
        server.once("exit", start);
        server.kill();
      };
      vite.watcher.add(SOURCES);
      vite.watcher.on("all", (_, file) => {
        if (!file.startsWith(SOURCES) || !/\.(py|json|md|wasm|bin)$/.test(file)) return;
        clearTimeout(timer);
        timer = setTimeout(restart, PAUSE);
      });
      vite.httpServer?.once("listening", () => {
        clearTimeout(timer);
        start();
      });
      vite.httpServer?.once("close", () => server?.kill());
      process.once("exit", () => server?.kill());
    },
  };
}
