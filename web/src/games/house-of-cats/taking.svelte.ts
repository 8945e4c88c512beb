// Your turn before it is sent: what is taken up, which spaces are tapped, and where it can go.

import { toast } from "../../ui/toasts.svelte";
import { w } from "../../words/index.svelte";
import {
  EMPTY_HAND,
  actionOf,
  choiceOfDie,
  chosenTool,
  open,
  readySymbols,
  settledRoom,
  tap,
  tapDie,
  whyNot,
  whyNotDie,
  type Hand,
} from "./choice";
import type { ChoicePicture, Picture } from "./wire";

interface AtBoard {
  view: Picture;
  busy: boolean;
  /** The board shows a replay: nothing can be done. */
  replay: boolean;
  act(action: string): void;
}

const NONE = new Set<string>();
/** What an ability writes, if it says so nowhere else. */
const WRITTEN_BY: Record<string, string> = { D: "3", L: "mouse" };

export class Taking {
  #board: () => AtBoard;
  #kept = $state.raw<Hand>(EMPTY_HAND);
  /** Where our own turn stands: what the others do meanwhile takes nothing out of our hand. */
  #moment = $derived.by(() => {
    const { view } = this.#board();
    return view.number * 1000 + (view.turn?.steps ?? 0);
  });

  hand: Hand = $derived.by(() =>
    this.#kept.version === this.#moment ? this.#kept : { ...EMPTY_HAND, version: this.#moment },
  );
  tool: ChoicePicture | undefined = $derived.by(() => chosenTool(this.#board().view, this.hand));
  /** The room that is about to be built. */
  settled: string = $derived(settledRoom(this.tool, this.hand.spaces));
  /** Where the thing in hand can go. */
  spaces: Set<string> = $derived.by(() => {
    const { view, busy } = this.#board();
    return busy || this.settled ? NONE : open(view, this.tool, this.hand.spaces);
  });
  /** What the dice show that can be taken up now. */
  ready: Set<string> = $derived.by(() => {
    const { view, busy } = this.#board();
    return busy ? NONE : readySymbols(view);
  });
  /** What would be written into a space. */
  symbol: string = $derived.by(() => {
    if (this.tool?.symbol && this.tool.kind !== "cat") return this.tool.symbol;
    return WRITTEN_BY[this.tool?.ability ?? ""] ?? "";
  });

  constructor(board: () => AtBoard) {
    this.#board = board;
  }

  send(action: string): void {
    this.#kept = EMPTY_HAND;
    this.#board().act(action);
  }

  /** A tap that leads nowhere is answered in words. */
  tapSpace(space: string): void {
    const { view, busy, replay } = this.#board();
    const result = tap(view, this.hand, space);
    if (result || busy) return this.#follow(result);
    const reason = whyNot(view, this.hand, space);
    if (reason && !replay) toast(w(`page.house-of-cats.why.${reason}`, { space }));
  }

  tapDie(symbol: string): void {
    this.#follow(tapDie(this.#board().view, this.hand, symbol));
  }

  /** A die that cannot be taken up says why. */
  tapIdleDie(used: boolean): void {
    const { view, busy, replay } = this.#board();
    const reason = busy || replay ? null : whyNotDie(view, used);
    if (reason) toast(w(`page.house-of-cats.why.${reason}`));
  }

  /** Takes up the choice that is said like this; empty: puts down what is in hand. */
  pick(say: string, spaces: string[] = []): void {
    this.#kept = { version: this.#moment, say, spaces };
  }

  pickDie(symbol: string): void {
    this.pick(choiceOfDie(this.#board().view, symbol)?.say ?? "");
  }

  use(way: ChoicePicture): void {
    if (way.targets.length) this.pick(way.say);
    else this.send(way.say);
  }

  /** A die was dragged to a space, or to the bar of cats. */
  drop(die: string, place: string): void {
    const { view, busy } = this.#board();
    const choice = choiceOfDie(view, die);
    if (busy || !choice || !place) return;
    if (place === "bar" ? choice.kind === "cat" : choice.targets.includes(place))
      this.send(actionOf(choice, place === "bar" ? "" : place));
  }

  #follow(result: { act: string } | { hand: Hand } | null): void {
    if (this.#board().busy || !result) return;
    if ("act" in result) this.send(result.act);
    else this.#kept = { ...result.hand, version: this.#moment };
  }
}
