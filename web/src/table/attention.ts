import { buzz } from "../buzz";
import { play } from "../sounds";
import { w } from "../words/index.svelte";

const PLAIN = `${import.meta.env.BASE_URL}icons/icon.svg`;
const TURN = `${import.meta.env.BASE_URL}icons/turn.svg`;
let title = "";

function icon(): HTMLLinkElement | null {
  return document.querySelector('link[rel="icon"]');
}

/** The window's name and icon say that it is our turn, for those who look at another one meanwhile. */
export function showTurn(mine: boolean): void {
  const mark = w("page.turn.title");
  title = document.title.startsWith(mark) ? title : document.title;
  document.title = mine ? `${mark} · ${title}` : title;
  icon()?.setAttribute("href", mine ? TURN : PLAIN);
}

/** A sound and a short vibration: it has become our turn. */
export function callToTurn(): void {
  play("turn");
  buzz();
}
