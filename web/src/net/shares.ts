import { hex, pledge } from "../../fate.js";
import type { TableInfo } from "../wire";

/** This device's contribution to the seed of a match, and the pledges it saw before revealing it. */
export interface OwnShare {
  share: string;
  pledges: string[] | null;
}

const key = (id: string) => `purrlor-share-${id}`;
const kept = new Map<string, OwnShare>();

/** The contribution of this device to a match; null: it made none. */
export function ownShare(id: string): OwnShare | null {
  try {
    const text = localStorage.getItem(key(id));
    if (text) return JSON.parse(text) as OwnShare;
  } catch {
    // Without storage it is kept as long as the page is open.
  }
  return kept.get(id) ?? null;
}

function keep(id: string, own: OwnShare): void {
  kept.set(id, own);
  try {
    localStorage.setItem(key(id), JSON.stringify(own));
  } catch {
    // See above.
  }
}

/** The pledge of this device for a match that has not begun. Its contribution is drawn once and remembered. */
export function pledged(id: string): string {
  const own = ownShare(id) ?? { share: hex(crypto.getRandomValues(new Uint8Array(16))), pledges: null };
  keep(id, own);
  return pledge(own.share);
}

/** What to reveal now that everybody has pledged; null: nothing of this device. The pledges are remembered first. */
export function revealed(table: TableInfo): string | null {
  const own = ownShare(table.id);
  if (!own || !table.seats.some((seat) => seat.yours && seat.pledge === pledge(own.share))) return null;
  if (!own.pledges) keep(table.id, { ...own, pledges: table.seats.map((seat) => seat.pledge) });
  return own.share;
}

export interface SharesVerdict {
  /** The number of contributions that are mixed into the seed. */
  count: number;
  /** Whether the contribution of this device counted, in its place; null: it made none. */
  own: boolean | null;
  /** Whether the pledges are those that this device saw before it revealed its contribution; null: it saw none. */
  pledges: boolean | null;
  /** Every contribution is what its seat had pledged, in the order of the seats. */
  fitting: boolean;
  /** Seats that pledged a contribution and never revealed it. */
  withheld: number[];
}

/** Holds the contributions of a finished match against the pledges, and against what this device remembers. */
export function checkShares(table: TableInfo, own: OwnShare | null): SharesVerdict {
  const pledges = table.seats.map((seat) => seat.pledge);
  const counted = table.seats.filter((seat) => seat.contribution);
  const asListed = counted.map((seat) => seat.contribution).join("\n") === table.contributions.join("\n");
  const asPledged = counted.every((seat) => pledge(seat.contribution) === seat.pledge);
  const older = pledges.every((text) => !text);
  const ownSeat = own ? (own.pledges ?? pledges).indexOf(pledge(own.share)) : -1;
  return {
    count: table.contributions.length,
    own: !own
      ? null
      : older
        ? table.contributions.includes(own.share)
        : table.seats[ownSeat]?.contribution === own.share && table.contributions.includes(own.share),
    pledges: own?.pledges ? own.pledges.join() === pledges.join() : null,
    fitting: older || (asListed && asPledged),
    withheld: table.seats.flatMap((seat, i) => (seat.pledge && !seat.contribution ? [i] : [])),
  };
}
