/** The current place in the web client. */
export type Route =
  | { page: "home" }
  | { page: "new"; game: string }
  | { page: "table"; id: string }
  | { page: "screen"; id?: string }
  | { page: "join"; code?: string }
  | { page: "replay"; id: string }
  | { page: "learn"; game?: string; exact?: boolean }
  | { page: "pads"; game?: string }
  | { page: "today"; game?: string }
  | { page: "puzzles"; game?: string }
  | { page: "clubs"; id?: string }
  | { page: "evenings"; id?: string }
  | { page: "positions"; id?: string }
  | { page: "room"; id?: string }
  | { page: "together" }
  | { page: "about" }
  | { page: "transfer" }
  | { page: "you" }
  | { page: "history" }
  | { page: "lost" };

/** Pages about what only a server has: other people, and what it counts for everybody. */
export const SERVED: Route["page"][] = ["today", "clubs", "history", "you", "transfer", "screen", "join"];

/** The name of a game; whether there is such a game is the server's business. */
export type GameName = string;

function isName(name: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
}

/** The route of a path; unknown ones are `lost`. */
export function route(path: string): Route {
  const [first = "", second, ...rest] = path.split("/").filter(Boolean).map(decoded);
  if (first === "learn" && isName(second ?? "") && rest.join() === "rules")
    return { page: first, game: second as string, exact: true };
  if (rest.length) return { page: "lost" };
  if (first === "" && second === undefined) return { page: "home" };
  if (
    (first === "about" || first === "transfer" || first === "you" || first === "history" || first === "together") &&
    second === undefined
  )
    return { page: first };
  if (first === "learn" || first === "pads" || first === "today" || first === "puzzles") return withGame(first, second);
  if (first === "join") return second === undefined ? { page: first } : { page: first, code: second };
  if (first === "clubs" || first === "evenings" || first === "positions" || first === "room" || first === "screen")
    return second === undefined ? { page: first } : { page: first, id: second };
  if (second === undefined) return { page: "lost" };
  if (first === "new") return isName(second) ? { page: "new", game: second } : { page: "lost" };
  if (first === "t") return { page: "table", id: second };
  if (first === "replay") return { page: "replay", id: second };
  return { page: "lost" };
}

function withGame(page: "learn" | "pads" | "today" | "puzzles", game: string | undefined): Route {
  if (game === undefined) return { page };
  return isName(game) ? { page, game } : { page: "lost" };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The key of an invitation, from the fragment of its address: `#k=…`. */
export function invitation(fragment: string): string {
  return new URLSearchParams(fragment.replace(/^#/, "")).get("k") ?? "";
}

/** What a link says about its sender: `&by=…`. A name that is not known is left out. */
export function signature(name: string): string {
  return name ? `&by=${encodeURIComponent(name)}` : "";
}

/** The name of the person who sent an invitation; empty: its address does not say. No name has more than 30 letters. */
export function sender(fragment: string): string {
  return (new URLSearchParams(fragment.replace(/^#/, "")).get("by") ?? "").trim().slice(0, 30);
}
