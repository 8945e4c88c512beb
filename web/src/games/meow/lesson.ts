// First steps in the alley. The deals of this lesson: a bowl to win, a fishbone to dodge, an 18 that a 1 beats, a vase,
// and then a fish to win with a trump.
import type { Update } from "../../wire";
import type { Lesson } from "../lesson";
import type { Card } from "./cards";
import type { Picture } from "./wire";

const view = (update: Update): Picture => update.view as Picture;
/** How many cards of the first round have been played from the hand. */
const played = (update: Update): number => (view(update).round > 1 || update.over ? 9 : 9 - view(update).hand.length);

/** Somebody played otherwise, and now that it is their turn the step does not fit. */
const missed = (update: Update, fits: boolean): boolean => update.legal.length > 0 && !fits;

const highest = (cards: Card[]): Card | undefined => cards.toSorted((a, b) => b.rank - a.rank)[0];
const lowest = (cards: Card[]): Card | undefined => cards.toSorted((a, b) => a.rank - b.rank)[0];

/** A simple way to play: high for what is wanted, low for what is not. */
export function advice(update: Update): string | undefined {
  const { hand, row, led, trick, trump } = view(update);
  const cards = hand.filter((card) => card.legal);
  const wanted = row[0] === "fish" || (row[0]?.startsWith("+") ?? false);
  const card = wanted ? wish(cards, led, trick, trump) : dodge(cards, led, trump);
  return card && `play ${card.card}`;
}

function wish(cards: Card[], led: string | null, trick: Card[], trump: string): Card | undefined {
  const beats = cards.find(
    (card) => card.rank === 1 && card.colour === led && trick.some((each) => each.rank === 18 && each.colour === led),
  );
  const follows = !led || cards.every((card) => card.colour === led);
  return (
    beats ?? (follows ? highest(cards) : (highest(cards.filter((card) => card.colour === trump)) ?? lowest(cards)))
  );
}

function dodge(cards: Card[], led: string | null, trump: string): Card | undefined {
  const free = led !== null && !cards.every((card) => card.colour === led);
  return (free ? highest(cards.filter((card) => card.colour !== trump)) : undefined) ?? lowest(cards);
}

const lesson: Lesson<"meow"> = {
  lesson: "first-steps-445056",
  options: { first: "2" },
  seats: [{ kind: "person" }, { kind: "bot", level: "kitten" }, { kind: "bot", level: "kitten" }],
  steps: [
    { key: "row", until: (update) => played(update) > 0, suggest: advice },
    {
      key: "dodge",
      until: (update) => played(update) > 1 || missed(update, view(update).row[0] === "-6"),
      suggest: advice,
    },
    {
      key: "one",
      until: (update) =>
        played(update) > 2 ||
        missed(
          update,
          view(update).trick.some((card) => card.rank === 18),
        ),
      suggest: advice,
    },
    {
      key: "vase",
      until: (update) => played(update) > 3 || missed(update, view(update).row[0] === "vase"),
      suggest: advice,
    },
    {
      key: "trump",
      until: (update) =>
        played(update) > 4 || missed(update, view(update).row[0] === "fish" && view(update).led === "B"),
      suggest: advice,
    },
    { key: "pile", until: (update) => played(update) > 5, suggest: advice },
    { key: "round", until: (update) => played(update) > 8 },
    { key: "end", until: (update) => update.over },
  ],
};

export default lesson;
