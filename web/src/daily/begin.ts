import { pace } from "../home/play-now";
import { kept } from "../settings.svelte";
import { api } from "../net/api";
import { complain } from "../ui/complain";
import { go } from "../router.svelte";
import type { NewTry, TableMade } from "../wire";
import { w } from "../words/index.svelte";

/** To the table of the scored try, or of one for fun. */
export function begin(game: string, scored: boolean): Promise<void> {
  return sit(api.try(game, { ...wanted(game), scored }));
}

/** Goes to the table of the scored try in a club's own challenge. */
export function beginInClub(club: string, game: string): Promise<void> {
  return sit(api.tryForClub(club, wanted(game)));
}

function wanted(game: string): NewTry {
  return { name: kept.name || w("page.you.name"), cat: kept.cat, ...pace(game) };
}

async function sit(asked: Promise<TableMade>): Promise<void> {
  try {
    const made = await asked;
    go(`/t/${made.id}${made.key ? `#k=${made.key}` : ""}`);
  } catch (error) {
    complain(error);
  }
}
