import { whole } from "../address";

/** A code and what it is: a host's invitation, the answer to one, or the secret of a link through the server. */
export interface Found {
  kind: "offer" | "answer" | "meeting";
  code: string;
}

const KINDS = ["offer", "answer", "meeting"] as const;

/** The link that carries a code: any camera can open it. */
export function linkOf({ kind, code }: Found): string {
  return `${whole("/together")}#${kind[0]}=${code}`;
}

/** The code in a link, or a bare fragment; null: there is none. */
export function codeIn(text: string): Found | null {
  const [, letter, code] = /#([oam])=([\w-]+)\s*$/.exec(text) ?? [];
  const kind = KINDS.find((each) => each[0] === letter);
  return kind && code ? { kind, code } : null;
}

/** By which an answer that was opened as a link reaches the tab with the table. */
export const CHANNEL = "purrlor-together";
