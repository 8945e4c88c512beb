import { entryOf } from "../games";
import { kept } from "../kept.svelte";
import { api } from "../net/api";
import { complain, missed } from "../parts/complain";
import { plainRivals } from "../new/seats";
import { go } from "../router.svelte";
import type { GameName } from "../routes";
import type { GameInfo, NewTable } from "../wire";
import { w } from "../words/index.svelte";

const name = () => kept.name || w("page.you.name");

/** One tap: a table against bots that fit, and there we go. */
export function playNow(info: GameInfo): Promise<void> {
  const game = info.name;
  const bots = (entryOf(game).rivals ?? plainRivals(info)).map((level) => ({ kind: "bot" as const, level }));
  return sit({ game, name: name(), seats: [{ kind: "person", name: name() }, ...bots] });
}

/** A table with a prepared fate, and somebody who explains. */
export async function learn(game: GameName): Promise<void> {
  const found = await entryOf(game).lesson?.().catch(missed);
  if (!found) return;
  const { lesson, options, seats } = found;
  const named = seats.map((seat) => (seat.kind === "person" ? { ...seat, name: name() } : seat));
  await sit({ game, name: name(), seats: named, options, lesson });
}

async function sit(wanted: NewTable): Promise<void> {
  try {
    const made = await api.create(wanted);
    go(`/t/${made.id}#k=${made.key}`);
  } catch (error) {
    complain(error);
  }
}
