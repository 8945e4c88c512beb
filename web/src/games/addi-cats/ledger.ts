import type { RaceLedger, RaceEntry } from "../../wire";

/** The races in which somebody hit the mouse, the newest first, numbered from the beginning of the match. */
export function hitRaces(races: RaceLedger[]): { race: RaceLedger; number: number }[] {
  const hits = races.filter((race) => race.entries.some((entry) => entry.action.startsWith("hit")));
  return hits.map((race, index) => ({ race, number: index + 1 })).reverse();
}

/** What was taken off for the way of picture and press, in milliseconds. */
export function takenOff(entry: RaceEntry): number {
  return entry.bot ? 0 : Math.max(0, entry.elapsed - entry.reaction);
}

export type Remark = "alone" | "same_order" | "overtook" | "unmeasured" | "not_believed";

/** What there is to say about a race in plain words, each about somebody. */
export function explained(race: RaceLedger): { key: Remark; entry: RaceEntry }[] {
  const [first] = race.entries;
  if (!first) return [];
  const overtook = race.entries.filter((entry) => entry.place < entry.arrival);
  const order: { key: Remark; entry: RaceEntry }[] = overtook.length
    ? overtook.map((entry) => ({ key: "overtook", entry }))
    : [{ key: race.entries.length > 1 ? "same_order" : "alone", entry: first }];
  return [...order, ...race.entries.flatMap(doubts)];
}

/** A time that the device did not report, or that neither connection nor screen can explain. */
function doubts(entry: RaceEntry): { key: Remark; entry: RaceEntry }[] {
  if (entry.bot) return [];
  if (entry.reported === null) return [{ key: "unmeasured", entry }];
  return entry.exceeded ? [{ key: "not_believed", entry }] : [];
}

const ENOUGH_HITS = 5;
const ALMOST_ALWAYS = 0.8;

/** The seats whose devices claim more than their lines explain in almost every race, with how often. */
export function habits(races: RaceLedger[]): { seat: number; count: number; of: number }[] {
  const hits = races.flatMap((race) => race.entries).filter((entry) => !entry.bot && entry.action.startsWith("hit"));
  const seats = [...new Set(hits.map((entry) => entry.seat))].sort((a, b) => a - b);
  return seats
    .map((seat) => {
      const own = hits.filter((entry) => entry.seat === seat);
      return { seat, count: own.filter((entry) => entry.exceeded).length, of: own.length };
    })
    .filter(({ count, of }) => of >= ENOUGH_HITS && count >= ALMOST_ALWAYS * of);
}
