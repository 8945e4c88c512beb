/** Runs src/purrlor/offline/bytecode.py inside the Pyodide of a bundle: node bytecode.mjs FOLDER SCRIPT */
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, script] = process.argv.slice(2);
try {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
  // The same bytes every time.
  const pyodide = await loadPyodide({ indexURL: `${folder}/`, env: { PYTHONHASHSEED: "0" } });
  const archive = new Uint8Array(await readFile(`${folder}/purrlor.zip`));
  pyodide.unpackArchive(archive, "zip", { extractDir: "/lib/python3.14/site-packages" });
  pyodide.FS.mkdir("/bundle");
  pyodide.mountNodeFS("/bundle", folder);
  pyodide.runPython('import sys; sys.argv = ["bytecode.py", "/bundle"]');
  pyodide.runPython(await readFile(script, "utf-8"));
} catch (error) {
  console.error(String(error.message ?? error)); // Node itself would print a source line of a megabyte
  process.exitCode = 1;
}
