import { pace } from "../home/play-now";
import { kept } from "../kept.svelte";
import { api } from "../net/api";
import { complain } from "../parts/complain";
import { go } from "../router.svelte";
import { w } from "../words/index.svelte";

/** To the table of the scored try, or of one for fun. */
export async function begin(game: string, scored: boolean): Promise<void> {
  try {
    const made = await api.try(game, {
      name: kept.name || w("page.you.name"),
      cat: kept.cat,
      scored,
      ...pace(game),
    });
    go(`/t/${made.id}${made.key ? `#k=${made.key}` : ""}`);
  } catch (error) {
    complain(error);
  }
}
