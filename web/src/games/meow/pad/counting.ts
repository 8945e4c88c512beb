// The points of MEOW's tokens, as src/purrlor/games/meow/tokens.py counts them; both are tested against
// piles.json.

import type { PilePicture } from "../wire";
import tokens from "./tokens.json";

/** The tokens of the box, as far as they are known. */
export const BOX: string[] = tokens;
export const ROUNDS = 3;
export const EACH_ROUND = 9;
const VASES_COST = 20;
const HIGHEST = 99;

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

/**
 * What somebody has taken. Fish do away with the worst fishbones; each two broken vases cost 20, or never more
 * (`flat`).
 */
export function pileOf(taken: string[], flat: boolean): PilePicture {
  const bowls = taken.filter((token) => token.startsWith("+")).map(Number);
  const all = taken
    .filter((token) => token.startsWith("-"))
    .map(Number)
    .sort((one, other) => one - other);
  const fish = taken.filter((token) => token === "fish").length;
  const vases = taken.filter((token) => token === "vase").length;
  const pairs = Math.floor(vases / 2);
  const vases_cost = VASES_COST * (flat ? Math.min(pairs, 1) : pairs);
  const [discarded, fishbones] = [all.slice(0, fish), all.slice(fish)];
  return {
    tokens: taken,
    bowls,
    bowls_sum: sum(bowls),
    fishbones,
    fishbones_sum: sum(fishbones),
    discarded,
    fish,
    spare_fish: fish - discarded.length,
    vases,
    vases_cost,
    total: sum(bowls) + sum(fishbones) - vases_cost,
  };
}

/** Which tokens of a pile the fish have done away with. */
export function struck(pile: PilePicture): boolean[] {
  const gone = [...pile.discarded];
  return pile.tokens.map((token) => {
    const at = token.startsWith("-") ? gone.indexOf(Number(token)) : -1;
    if (at >= 0) gone.splice(at, 1);
    return at >= 0;
  });
}

/** From the worst fishbone to the best bowl, then fish, then vases. */
export function inOrder(list: string[]): string[] {
  const value = (token: string) => (token === "fish" ? 2000 : token === "vase" ? 3000 : Number(token));
  return [...list].sort((one, other) => value(one) - value(other));
}

/** The tokens of a box, each once, with how many of them are still out. */
export function stillOut(box: string[], given: string[]): { token: string; left: number }[] {
  const many = (list: string[], token: string) => list.filter((each) => each === token).length;
  return [...new Set(inOrder(box))].map((token) => ({
    token,
    left: Math.max(0, many(box, token) - many(given, token)),
  }));
}

/** A token of any value, from typed text: "5" and "+5" are bowls, "-3" is a fishbone. */
export function tokenOf(text: string): string | null {
  const plain = text.trim().replace("−", "-");
  const worth = Number(plain);
  if (plain === "" || !Number.isInteger(worth) || worth === 0 || Math.abs(worth) > HIGHEST) return null;
  return worth > 0 ? `+${worth}` : String(worth);
}

/** The tokens that somebody has listed, or null if one of them is none. */
export function tokensOf(text: string): string[] | null {
  const found = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(tokenOf);
  return found.every((token) => token !== null) ? found : null;
}

/** The round after a number of taken tokens, and which token of it comes next. */
export function roundOf(count: number): { round: number; next: number } {
  return { round: Math.min(ROUNDS, Math.floor(count / EACH_ROUND) + 1), next: (count % EACH_ROUND) + 1 };
}

/** The players with the most points. */
export function leaders(totals: number[]): number[] {
  return totals.flatMap((total, player) => (total === Math.max(...totals) ? [player] : []));
}
