import page from "../package.json" with { type: "json" };

const NAMES: Record<string, string> = { ios_saf: "ios" };

/** The oldest supported browsers, from package.json, as Vite calls them: `safari >= 16.4` is safari16.4. */
export const BROWSERS = page.browserslist.map((line) => {
  const [name = "", version = ""] = line.split(" >= ");
  return `${NAMES[name] ?? name}${version}`;
});
