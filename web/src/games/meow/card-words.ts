import { w } from "../../words/index.svelte";
import type { Card } from "./cards";

/** "green 7" */
export function cardName(card: Card): string {
  return w("page.meow.card", { colour: w(`meow.colour.${card.colour}`), rank: card.rank });
}

/** "bowl +5", "fishbone −3", "fish", "broken vase" */
export function tokenName(token: string): string {
  if (token === "fish" || token === "vase") return w(`page.meow.token.${token}`);
  return w(token.startsWith("+") ? "page.meow.token.bowl" : "page.meow.token.bone", { worth: token.replace("-", "−") });
}

/** What a token means for its winner. */
export function tokenWords(token: string): string {
  if (token === "fish" || token === "vase") return w(`page.meow.token.${token}.about`);
  const kind = token.startsWith("+") ? "bowl" : "bone";
  return w(`page.meow.token.${kind}.about`, { points: Math.abs(Number(token)) });
}

/** Numbers as people write them, with a true minus. */
export function signed(number: number): string {
  return String(number).replace("-", "−");
}

/** What a token counts by itself, as it is written: fish and vases count only with others. */
export function tokenPoints(token: string): string {
  return token.replace("-", "−").replace(/^[a-z]+$/, "");
}

/** A token that nobody wants. */
export function isLoss(token: string): boolean {
  return token === "vase" || token.startsWith("-");
}
