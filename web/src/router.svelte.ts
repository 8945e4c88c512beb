import { route, type Route } from "./routes";

let here = $state.raw<Route>(route(location.pathname));
let path = location.pathname;
let visits = $state(0);

/** Where we are, for the page to follow. */
export const router = {
  get route(): Route {
    return here;
  },
  /** Counts each move, so that a fresh page of the same kind is built anew. */
  get visits(): number {
    return visits;
  },
};

/** Goes to an address of the parlour. */
export function go(path: string, { replace = false } = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  arrive();
}

function arrive(): void {
  path = location.pathname;
  here = route(location.pathname);
  visits += 1;
  scrollTo(0, 0);
}

/** Follows links of the page itself without loading it again; all others work as usual. */
export function listen(): void {
  // A jump within the page, as from the skip link, leaves it as it is.
  addEventListener("popstate", () => path !== location.pathname && arrive());
  addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a");
    if (
      !link ||
      event.defaultPrevented ||
      event.button ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    if (
      link.origin !== location.origin ||
      link.target ||
      link.hasAttribute("download") ||
      link.pathname.startsWith("/api/")
    )
      return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
