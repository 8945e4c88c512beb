/** Run a Python module of this repository inside Pyodide: node pyodide.mjs BUNDLE ROOT MODULE [ARGUMENT…] */
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [bundle, root, ...argv] = process.argv.slice(2);
const RUN = `
import runpy, sys
sys.path.insert(0, "/root")
sys.argv = list(argv)
runpy.run_module(sys.argv[0], run_name="__main__")
`;

try {
  const { loadPyodide } = await import(pathToFileURL(`${bundle}/pyodide.mjs`).href);
  const pyodide = await loadPyodide({ indexURL: `${bundle}/` });
  const archive = new Uint8Array(await readFile(`${bundle}/purrlor.zip`));
  pyodide.unpackArchive(archive, "zip", { extractDir: "/lib/python3.14/site-packages" });
  pyodide.FS.mkdir("/root");
  pyodide.mountNodeFS("/root", root);
  pyodide.FS.mkdir("/bundle");
  pyodide.mountNodeFS("/bundle", bundle);
  pyodide.globals.set("argv", pyodide.toPy(argv));
  pyodide.runPython(RUN);
} catch (error) {
  console.error(String(error.message ?? error)); // Node itself would print a source line of a megabyte
  process.exitCode = 1;
}
