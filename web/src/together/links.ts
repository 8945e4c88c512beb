import { whole } from "../address";

/** A code and what it is: a host's invitation, or the answer to one. */
export interface Found {
  kind: "offer" | "answer";
  code: string;
}

/** The link that carries a code: any camera can open it. */
export function linkOf({ kind, code }: Found): string {
  return `${whole("/together")}#${kind === "offer" ? "o" : "a"}=${code}`;
}

/** The code in a link, or a bare fragment; null: there is none. */
export function codeIn(text: string): Found | null {
  const [, letter, code] = /#([oa])=([\w-]+)\s*$/.exec(text) ?? [];
  return code ? { kind: letter === "o" ? "offer" : "answer", code } : null;
}

/** By which an answer that was opened as a link reaches the tab with the table. */
export const CHANNEL = "purrlor-together";
