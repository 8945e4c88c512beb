import { title } from "./games/titles";
import type { Route } from "./routes";
import { w } from "./words/index.svelte";

/** What the window is called on a page, with the number of tables that wait for us. */
export function titleOf(route: Route, waiting = 0): string {
  return (waiting ? `(${waiting}) ` : "") + nameOf(route);
}

/** What is said on a slow connection, while a page is on its way. */
export function loadingWords(route: Exclude<Route, { page: "home" | "lost" }>): string {
  if (route.page === "table") return w("page.loading.table");
  if (route.page === "new") return w("page.loading.what", { what: title(route.game) });
  return w("page.loading.what", { what: w(`page.title.${route.page}`) });
}

function nameOf(route: Route): string {
  const name = w("page.name");
  if (route.page === "home") return `${name} · ${w("page.home.lead")}`;
  if (route.page === "new") return `${title(route.game)} · ${name}`;
  return `${w(`page.title.${route.page}`)} · ${name}`;
}
