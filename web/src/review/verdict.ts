import type { AccountOf } from "../wire";

export type Verdict = "flawless" | "masterly" | "strong" | "solid" | "daring" | "playful";
const LIMITS: [Verdict, number][] = [
  ["flawless", 0.005],
  ["masterly", 0.12],
  ["strong", 0.35],
  ["solid", 0.8],
  ["daring", 1.6],
];

/** How the decisions were, by what one of them lost on average. */
export function verdict(account: AccountOf): Verdict {
  const each = account.lost / Math.max(1, account.choices);
  return LIMITS.find(([, limit]) => each <= limit)?.[0] ?? "playful";
}
