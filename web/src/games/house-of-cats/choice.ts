// From taps to an action: which choice is in hand, and which spaces complete it.

import type { ChoicePicture, HousePicture, Picture } from "./wire";

/** What is in hand, not sent yet. It belongs to one moment of your turn and is forgotten with it. */
export interface Hand {
  version: number;
  /** The choice taken up, as it is said. */
  say: string;
  /** The spaces tapped so far. */
  spaces: string[];
}

export const EMPTY_HAND: Hand = { version: -1, say: "", spaces: [] };

export function actionOf(choice: ChoicePicture, target = ""): string {
  return target ? `${choice.say} ${target}` : choice.say;
}

/** The choices that ask for a space, and the cat of level 1: what can be taken up. */
export function tools(view: Picture): ChoicePicture[] {
  return view.choices.filter((choice) => choice.targets.length > 0 || choice.kind === "cat");
}

/** What is taken up by itself, because there is nothing else to take up. */
export function onlyTool(view: Picture): ChoicePicture | undefined {
  const found = tools(view).filter((choice) => view.turn?.task || choice.kind !== "use");
  return found.length === 1 ? found[0] : undefined;
}

export function chosenTool(view: Picture, hand: Hand): ChoicePicture | undefined {
  return view.choices.find((choice) => choice.say === hand.say) ?? (hand.spaces.length ? undefined : onlyTool(view));
}

/** The choice that writes what a die shows. */
export function choiceOfDie(view: Picture, symbol: string): ChoicePicture | undefined {
  const kinds = view.turn?.task ? ["write", "use"] : ["place", "cat"];
  return tools(view).find((choice) => choice.symbol === symbol && kinds.includes(choice.kind));
}

/** What the dice show that can be taken up now. */
export function readySymbols(view: Picture): Set<string> {
  const symbols = view.turn?.task ? [] : (view.turn?.dice ?? []).map((die) => die.symbol);
  return new Set(symbols.filter((symbol) => choiceOfDie(view, symbol)));
}

/** The choices for the dice that could go into a space. */
export function diceFor(view: Picture, space: string): ChoicePicture[] {
  return view.choices.filter((choice) => choice.kind === "place" && choice.targets.includes(space));
}

export interface Narrowed {
  /** The targets that hold every space tapped. */
  left: string[];
  /** The tapped spaces are one of them. */
  exact: string;
  /** The spaces that can be tapped next. */
  next: Set<string>;
}

/** What the tapped spaces leave of some targets, each one space or several. */
export function narrow(targets: string[], tapped: string[]): Narrowed {
  const left = targets.filter((target) => tapped.every((space) => target.split(" ").includes(space)));
  const exact = left.find((target) => target.split(" ").length === tapped.length) ?? "";
  const next = new Set(left.flatMap((target) => target.split(" ")).filter((space) => !tapped.includes(space)));
  return { left, exact, next };
}

/** The spaces to mark: those of the tool in hand; without one, wherever a die can go. */
export function open(view: Picture, tool: ChoicePicture | undefined, tapped: string[]): Set<string> {
  if (tool) return narrow(tool.targets, tapped).next;
  return new Set(view.choices.filter((choice) => choice.kind === "place").flatMap((choice) => choice.targets));
}

/** What a tap on a space comes to: an action to send, or more in hand. */
export function tap(view: Picture, hand: Hand, space: string): { act: string } | { hand: Hand } | null {
  const tool = chosenTool(view, hand);
  if (!tool)
    return open(view, undefined, []).has(space)
      ? { hand: { ...hand, say: "", spaces: hand.spaces[0] === space ? [] : [space] } }
      : null;
  if (hand.spaces.includes(space))
    return { hand: { ...hand, say: tool.say, spaces: hand.spaces.filter((each) => each !== space) } };
  const spaces = [...hand.spaces, space];
  const { left, exact } = narrow(tool.targets, spaces);
  if (left.length === 0) return null;
  return left.length === 1 && exact && tool.kind !== "room"
    ? { act: actionOf(tool, exact) }
    : { hand: { ...hand, say: tool.say, spaces } };
}

/** Why a tap on a space leads nowhere; the words are `page.house-of-cats.why.<reason>`. */
export type WhyNot = "waiting" | "written" | "outside" | "die" | "task" | "touch" | "here";

export function whyNot(view: Picture, hand: Hand, space: string): WhyNot | null {
  const { turn } = view;
  if (!turn || view.over) return null;
  if (turn.done) return "waiting";
  const place = view.sheet.spaces.findIndex((each) => each.name === space);
  const entry = turn.house.entries[place] ?? "";
  if (entry === "+") return "outside";
  if (turn.task) return "task";
  if (entry) return "written";
  if (!view.choices.some((choice) => choice.kind === "place")) return "die";
  const tool = chosenTool(view, hand);
  return (!tool || tool.kind === "place") && turn.house.fresh.length > 0 ? "touch" : "here";
}

/** Why a die cannot be taken up; the words are `page.house-of-cats.why.<reason>`. */
export type WhyNotDie = "waiting" | "task" | "used" | "enough" | "stuck" | "full";

export function whyNotDie(view: Picture, used: boolean): WhyNotDie | null {
  const { turn } = view;
  if (!turn || view.over) return null;
  if (used) return "used";
  if (turn.done) return "waiting";
  if (turn.task) return "task";
  if (turn.left === 0) return "enough";
  return hasEmptySpace(turn.house) ? "stuck" : "full";
}

/** Whether something could still be written, if it did not have to touch anything. */
export const hasEmptySpace = (house: HousePicture) => house.entries.includes("");

/** What a tap on a die comes to; if a space waits for one, the die goes there. */
export function tapDie(view: Picture, hand: Hand, symbol: string): { act: string } | { hand: Hand } | null {
  const choice = choiceOfDie(view, symbol);
  if (!choice) return null;
  const waiting = hand.say ? "" : (hand.spaces[0] ?? "");
  if (waiting && choice.targets.includes(waiting)) return { act: actionOf(choice, waiting) };
  return { hand: { ...hand, say: hand.say === choice.say ? "" : choice.say, spaces: [] } };
}

/** The room that a few taps leave no doubt about. */
export function settledRoom(tool: ChoicePicture | undefined, tapped: string[]): string {
  if (tool?.kind !== "room") return "";
  const { left } = narrow(tool.targets, tapped);
  return left.length === 1 ? (left[0] as string) : "";
}
