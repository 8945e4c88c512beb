import { commitment, draw, fateKey, fromHex, roll } from "../../fate.js";
import type { AskedFate } from "../wire";

export interface Verdict {
  /** The seed fits the commitment that was shown before the match. */
  committed: boolean;
  /** How many rolls and deals were computed again. */
  checked: number;
  /** The events whose random outcome is not the one that follows from the seed. */
  wrong: number[];
}

/** Computes every roll and deal of a match again, here, from the seed and what the players contributed. */
export function checkFates(seed: string, contributions: string[], promised: string, fates: AskedFate[]): Verdict {
  const secret = fromHex(seed);
  const key = fateKey(secret, contributions);
  const wrong = fates.filter((fate) => expected(key, fate.number, fate).join() !== fate.values.join());
  return { committed: commitment(secret) === promised, checked: fates.length, wrong: wrong.map((fate) => fate.event) };
}

/** The random outcome number n (the first of a match is 1) that follows from the seed. */
export function expected(key: Uint8Array, number: number, { kind, count, pool }: AskedFate): number[] {
  return kind === "roll" ? roll(key, number, count, pool) : draw(key, number, pool, count);
}
