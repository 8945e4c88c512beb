import { kept } from "../settings.svelte";
import { api } from "../net/api";
import type { TableInfo } from "../wire";
import { w } from "../words/index.svelte";

/** The name of a screen: a television has no name of its own. */
export const screenName = () => kept.name || w("page.screen.name");

/** Lets this browser show a table to the room; everybody with the link may. */
export async function show(table: TableInfo, key: string): Promise<void> {
  if (key && !(table.host && table.screen))
    await api.join(table.id, { name: screenName(), key, watch: true, screen: true });
}
