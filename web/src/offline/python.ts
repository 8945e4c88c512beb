import type { PyodideAPI } from "pyodide";

/** Where files of the bundle are found, by name. */
export type Files = Record<string, string>;

/** purrlor.offline.Instance, as docs/explain/offline.md describes it. */
export interface Instance {
  request(number: number, line: string, body: string, now: number, language: string, person: string): void;
  admit(person: string, table: string): void;
  connect(connection: number, table: string, now: number, language: string, person: string): void;
  measured(connection: number, trip: number, most?: number): void;
  receive(connection: number, text: string, now: number): void;
  disconnect(connection: number, now: number): void;
  wake(now: number): void;
  next_wake(): number | undefined;
  question(): string | undefined;
  answered(answer: string, now: number): void;
  ask_again(): void;
  take(): string | undefined;
  stored(number: number, now: number): string;
  failed(number: number, now: number): string;
}

/** The Python package purrlor.offline. */
export interface Browser {
  Instance(kept: string): Instance;
  think(question: string): string;
}

const SITE_PACKAGES = "/lib/python3.14/site-packages";

/** Starts Python in this worker, with our modules. */
export async function loadBrowser(files: Files): Promise<Browser> {
  const loader = files["pyodide.mjs"] as string;
  const [{ loadPyodide }, archive] = await Promise.all([
    import(/* @vite-ignore */ loader) as Promise<{ loadPyodide(options: object): Promise<PyodideAPI> }>,
    fetch(files["purrlor.zip"] as string).then((answer) => answer.arrayBuffer()),
  ]);
  const pyodide = await loadPyodide({ indexURL: new URL(".", loader).href });
  pyodide.unpackArchive(archive, "zip", { extractDir: SITE_PACKAGES });
  return pyodide.pyimport("purrlor.offline") as Browser;
}
