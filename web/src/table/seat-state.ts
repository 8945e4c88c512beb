import type { Mood } from "../art/cast";
import type { TableInfo, Update } from "../wire";
import { w } from "../words/index.svelte";

/** Whether a seat is expected to act. In a race all may act at any time, so it is nobody's turn. */
export function isAwaited(update: Update, seat: number): boolean {
  const racing = update.racing && update.awaiting.length > 1;
  return !racing && update.awaiting.includes(seat);
}

/** A person who is not here, while the match is running. */
export function isAway(table: TableInfo, update: Update, seat: number): boolean {
  const at = table.seats[seat];
  return at?.kind === "person" && !at.here && !update.over;
}

export function seatMood(update: Update, seat: number): Mood {
  if (update.over) return update.winners.includes(seat) ? "happy" : "sleepy";
  return isAwaited(update, seat) ? "thinking" : "calm";
}

/** What is said of a seat beside its name. */
export function seatState(table: TableInfo, update: Update, seat: number): string {
  const at = table.seats[seat];
  if (!at) return "";
  if (update.over) return update.winners.includes(seat) ? w("page.seat.won") : "";
  if (at.stands_in) return w("page.seat.stands_in");
  if (isAway(table, update, seat)) return w("page.seat.away");
  if (isAwaited(update, seat)) return w(at.yours ? "page.seat.your_turn" : "page.seat.turn");
  return at.yours ? w("page.seat.you") : "";
}
