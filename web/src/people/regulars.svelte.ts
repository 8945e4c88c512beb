import { botSeats, rivalsOf } from "../home/opponents";
import { kept } from "../settings.svelte";
import { api } from "../net/api";
import { infoOf } from "../net/games.svelte";
import type { Invitation, Regular, SeatWanted } from "../wire";
import { w } from "../words/index.svelte";

/** People one played with, and tables to which they invite. */
class Regulars {
  list = $state.raw<Regular[] | null>(null);
  invitations = $state.raw<Invitation[]>([]);

  async load(): Promise<void> {
    this.list = await api.regulars();
  }

  async look(): Promise<void> {
    this.invitations = await api.invitations();
  }

  forget(table: string): void {
    this.invitations = this.invitations.filter((each) => each.table !== table);
  }
}

export const regulars = new Regulars();

/** The seats of a table for two; a game that needs more gets bots. */
export function seatsForTwo(game: string, name: string): SeatWanted[] {
  const least = Math.max(2, Math.min(...(infoOf(game)?.seats.filter((count) => count > 1) ?? [2])));
  const bots = botSeats(game, { ...rivalsOf(game), count: least - 2 });
  return [{ kind: "person", name }, { kind: "open" }, ...bots];
}

/** Lays a table of the game that was played together last, and invites; the way to it. */
export async function inviteToNew(regular: Regular): Promise<string> {
  const name = kept.name || (await api.me()).name || w("page.you.name");
  const seats = seatsForTwo(regular.game, name);
  const made = await api.create({ game: regular.game, name, cat: kept.cat, seats });
  await api.invite(made.id, regular.id);
  return `/t/${made.id}#k=${made.key}`;
}
