import { spot, to, SITE, type Spot } from "./address";
import { fade } from "./motion";
import { route, type Route } from "./routes";

const HOME: Spot = { path: "/", fragment: "" };
let at = $state.raw<Spot>(spot(location) ?? HOME);
let visits = $state(0);

/** Where we are, for the page to follow. */
export const router = {
  get route(): Route {
    return route(at.path);
  },
  /** What the address has after the path: `#k=…`; empty: nothing. */
  get fragment(): string {
    return at.fragment;
  },
  /** Counts each move, so that a fresh page of the same kind is built again. */
  get visits(): number {
    return visits;
  },
};

/** Goes to a path of the web client. */
export function go(path: string, { replace = false } = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", to(path));
  arrive();
}

/** Pages between which the view fades. */
const FADING: Route["page"][] = ["home", "new", "table", "replay"];

/** Shows the page of the address: the one that it is when the change comes. */
function arrive(): void {
  const there = () => spot(location) ?? HOME;
  const change = (): void => {
    at = there();
    visits += 1;
    scrollTo(0, 0);
  };
  if ([at, there()].every(({ path }) => FADING.includes(route(path).page))) fade(change);
  else change();
}

/** Follows links of the page itself without loading it again; all others work as usual. */
export function listen(): void {
  // A jump within the page, as from the skip link, leaves it as it is.
  addEventListener("popstate", () => {
    const there = spot(location);
    if (there && there.path !== at.path) arrive();
  });
  addEventListener("click", (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || event.defaultPrevented || event.button) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/")) return;
    if (SITE) follow(link, event);
    else if (!link.hash || link.pathname !== location.pathname) {
      event.preventDefault();
      go(link.pathname + link.search + link.hash);
    }
  });
}

/** In a folder of static files every address is a fragment, so a jump within the page must not become one. */
function follow(link: HTMLAnchorElement, event: MouseEvent): void {
  if (link.pathname !== location.pathname) return;
  event.preventDefault();
  const there = spot(link);
  if (there) go(there.path + there.fragment);
  else document.getElementById(link.hash.slice(1))?.focus();
}
