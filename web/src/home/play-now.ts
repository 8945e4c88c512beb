import { SITE } from "../address";
import { movingIn } from "../offline/download.svelte";
import { entryOf } from "../games";
import type { Lesson } from "../games/lesson";
import { keep, kept, type Rivals } from "../settings.svelte";
import { api, ApiError } from "../net/api";
import { loadGames } from "../net/games.svelte";
import { alone, hasParlour } from "../net/places.svelte";
import { complain, missed } from "../ui/complain";
import { announced, toast } from "../ui/toasts.svelte";
import { PACES } from "../ui/paces";
import { go } from "../router.svelte";
import type { GameName } from "../routes";
import type { NewTable, TableMade } from "../wire";
import { w } from "../words/index.svelte";
import { botSeats, optionsOf } from "./opponents";

const name = () => kept.name || w("page.you.name");

/** A table against these bots, and there we go. They are remembered. */
export function playNow(game: GameName, rivals: Rivals): Promise<void> {
  keep({ rivals: { ...kept.rivals, [game]: rivals }, last: game });
  const options = optionsOf(game, rivals);
  const seats = () => [{ kind: "person" as const, name: name() }, ...botSeats(game, rivals)];
  return sit(() => ({ game, name: name(), cat: kept.cat, seats: seats(), options, ...pace(game) }));
}

/** A table with prepared dice and deals, and a cat who explains: the first lesson of a game, or this one. */
export async function learn(game: GameName, next?: Lesson): Promise<void> {
  const found = next ?? (await entryOf(game).lesson?.().catch(missed));
  if (!found) return;
  const { lesson, options, seats } = found;
  const named = seats.map((seat) => (seat.kind === "person" ? { ...seat, name: name() } : seat));
  await sit(() => ({ game, name: name(), cat: kept.cat, seats: named, options, lesson, ...pace(game) }));
}

/** How fast bots play, where somebody chose it: not in a race, where that is their strength. */
export function pace(game: GameName): { pace?: number } {
  return kept.pace === "usual" || entryOf(game).race ? {} : { pace: PACES[kept.pace] };
}

async function sit(wanted: () => NewTable): Promise<void> {
  const download = () => void (movingIn.wish = () => void sit(wanted));
  if (SITE && !hasParlour()) return download();
  try {
    const made = await announced(create(wanted), w("page.loading.table"));
    go(`/t/${made.id}#k=${made.key}`);
  } catch (error) {
    const nowhere = error instanceof ApiError && error.code === "offline" && !hasParlour();
    if (!nowhere) return complain(error);
    toast(w("page.device.needed"), "bad", 20_000, { label: w("page.device.get"), take: download });
  }
}

/** Without a network the device has another list of bots than the one that the page knows: it is asked for then. */
async function create(wanted: () => NewTable): Promise<TableMade> {
  try {
    return await api.create(wanted());
  } catch (error) {
    if (!alone() || !(error instanceof ApiError) || error.code !== "no_level") throw error;
    await loadGames();
    return api.create(wanted());
  }
}
