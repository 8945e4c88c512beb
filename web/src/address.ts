/** Whether the page was built as a folder of static files (`make site`): no server stands behind it. */
export const SITE = import.meta.env.MODE === "site";

/** The part of an address that names a place in the web client. */
interface Place {
  pathname: string;
  hash: string;
}

export interface Spot {
  /** The path in the web client, as `/t/ID`. */
  path: string;
  /** What stands after it, as `#k=KEY`; empty: nothing. */
  fragment: string;
}

/** The address of a page of the web client, for a link. A folder of static files has one file for all of them. */
export function to(path: string, site = SITE): string {
  return site ? `#${path}` : path;
}

/** The same with everything that another device needs to find it. */
export function whole(path: string, from: Location = location): string {
  return new URL(to(path), from.href).href;
}

/** Where an address leads; null: to a spot on the same page, as the skip link does. */
export function spot({ pathname, hash }: Place, site = SITE): Spot | null {
  if (!site) return { path: pathname, fragment: hash };
  if (hash === "" || hash === "#") return { path: "/", fragment: "" };
  if (!hash.startsWith("#/")) return null;
  const [path = "/", fragment] = split(hash.slice(1));
  return { path, fragment };
}

function split(text: string): [string, string] {
  const at = text.indexOf("#");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at)];
}
