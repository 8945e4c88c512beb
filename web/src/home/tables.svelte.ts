import { api } from "../net/api";
import { isHere } from "../net/places.svelte";
import type { TableSummary } from "../wire";

/** Milliseconds. */
const A_MOMENT = 3000;

const rank = (table: TableSummary) => (table.your_turn ? 0 : table.status === "over" ? 2 : 1);

/** The tables of the server and those of this device; without a network the device answers for both. */
function both(some: TableSummary[], more: TableSummary[]): TableSummary[] {
  return [...new Map([...some, ...more].map((table) => [table.id, table])).values()];
}

/** Your tables, those that wait for you first. The home page keeps them up to date. */
class OwnTables {
  list = $state.raw<TableSummary[]>([]);
  private loading: Promise<void> | null = null;
  /** How many wait for us; null: nobody has looked yet. */
  get waiting(): number | null {
    return this.looked ? this.list.filter((table) => table.your_turn).length : null;
  }
  private looked = $state(false);

  load(): Promise<void> {
    this.loading ??= this.look().finally(() => (this.loading = null));
    return this.loading;
  }

  /** Waits for the answer that is on its way, but not for long: who taps at once is offered a running match, too. */
  async settled(): Promise<void> {
    await Promise.race([this.loading, new Promise((done) => setTimeout(done, A_MOMENT))]);
  }

  /** Without an answer the list stays as it is. */
  private async look(): Promise<void> {
    const found = await Promise.all([
      api.tables().catch(() => this.list.filter(({ id }) => !isHere(id))),
      api.tablesHere().catch(() => this.list.filter(({ id }) => isHere(id))),
    ]);
    this.looked = true;
    this.list = both(...found).toSorted((a, b) => rank(a) - rank(b) || b.changed - a.changed);
  }

  /** The match of a game that is running here, the last one touched; tables that one only watches do not count. */
  running(game: string): TableSummary | undefined {
    return this.list
      .filter((table) => table.game === game && table.status === "running" && table.role !== "watcher")
      .toSorted((a, b) => b.changed - a.changed)[0];
  }

  forget(id: string): void {
    this.list = this.list.filter((table) => table.id !== id);
  }
}

export const ownTables = new OwnTables();
