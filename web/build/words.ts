import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const SOURCE = fileURLToPath(new URL("../../src/purrlor/", import.meta.url));
const PLATFORM = `${SOURCE}words/`;
const FOREIGN = /^(terminal|arena|store|printing|record(?!\.refused))\./;
const VIRTUAL = "virtual:words/";

/** The languages that there is a catalogue for. */
export function languages(): string[] {
  return readdirSync(PLATFORM)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length));
}

/** The catalogue of a language without what only the command line says. */
export function catalogue(language: string): Record<string, string> {
  const all = files(language).map((file) => JSON.parse(readFileSync(file, "utf-8")) as Record<string, string>);
  return Object.fromEntries(all.flatMap((each) => Object.entries(each)).filter(([key]) => !FOREIGN.test(key)));
}

/** The files of a language: what belongs to no game, then what each game says. */
function files(language: string): string[] {
  const games = readdirSync(`${SOURCE}games`).map((game) => `${SOURCE}games/${game}/words/`);
  return [PLATFORM, ...games].map((folder) => `${folder}${language}.json`).filter((file) => existsSync(file));
}

/** Said in every language while nothing else has come: if the scripts or the words do not, this is all there is. */
function notYet(): string {
  const said = languages().map((language) => `<p lang="${language}">${catalogue(language)["page.missing.start"]}</p>`);
  return `<div class="not-yet">${said.join("")}</div>`;
}

/** `virtual:words/languages` loads a language lazily; `virtual:words/en` is one, shared with the terminal. */
export function words(): Plugin {
  return {
    name: "purrlor-words",
    transformIndexHtml: (html) => html.replace("<!-- what to say if nothing comes -->", notYet()),
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${VIRTUAL}`)) return;
      const name = id.slice(VIRTUAL.length + 1);
      if (name !== "languages") {
        for (const file of files(name)) this.addWatchFile(file);
        return `export default ${JSON.stringify(catalogue(name))};`;
      }
      const loaders = languages().map(
        (language) => `${JSON.stringify(language)}: () => import("${VIRTUAL}${language}")`,
      );
      return `export const languages = {${loaders.join(", ")}};`;
    },
  };
}
