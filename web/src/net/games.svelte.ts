// The games of this server: requested once, and stored for a start without a network.

import { SITE } from "../address";
import { GAMES } from "../games";
import type { GameInfo } from "../wire";
import { guestWords } from "../words/index.svelte";
import { api } from "./api";
import { hasParlour } from "./places.svelte";

export const GAMES_KEY = "purrlor-games";

let list = $state.raw<GameInfo[]>(remembered());
let state = $state<"loading" | "there" | "missing">("loading");

export const games = {
  get list(): GameInfo[] {
    return list;
  },
  /** Whether the server has answered; "missing": it could not be reached. */
  get state() {
    return state;
  },
};

/** The server's description of a game; undefined: it has no such game, or has not answered yet. */
export function infoOf(game: string): GameInfo | undefined {
  return list.find((each) => each.name === game);
}

/** Requests the games. The words of a game without a folder here come with it. */
export async function loadGames(): Promise<void> {
  try {
    list =
      SITE && !hasParlour()
        ? (await import("../offline/bundle").then((bundle) => bundle.offered())).games
        : await api.games();
    state = "there";
    localStorage.setItem(GAMES_KEY, JSON.stringify(list));
  } catch {
    if (state === "loading") state = "missing";
  }
  guestWords(list.map((each) => each.name).filter((name) => !GAMES.has(name)));
}

function remembered(): GameInfo[] {
  try {
    return JSON.parse(localStorage.getItem(GAMES_KEY) ?? "[]") as GameInfo[];
  } catch {
    return [];
  }
}
