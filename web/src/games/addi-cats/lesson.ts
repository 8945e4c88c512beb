// The first matches, without a clock, so that there is time to read. The prepared cards: three different sums, then a
// sum equal to one's own, one equal to somebody else's, a Chase, and a U-turn. The second lesson has the other Action
// cards: a Clock that turns equal sums, a Sumo with one's own sum, a Trap, and a Gift.
import type { SeatWanted, Update } from "../../wire";
import type { Lesson } from "../lesson";
import { worth } from "./race";
import type { Picture } from "./wire";

const seen = (update: Update) => update.view as Picture;
const turned = (update: Update) => seen(update).cards_turned;
/** Number of turned cards to which everybody has answered hit or pass. */
const settled = (cards: number) => (update: Update) =>
  turned(update) > cards || (turned(update) === cards && seen(update).decided.length === 0);
const from = (cards: number) => (update: Update) => turned(update) >= cards;
/** The action, once it can be done. */
const say = (action: string) => (update: Update) => (update.legal.includes(action) ? action : undefined);

/** Whether this Action card has just been turned. */
const shows = (card: string) => (update: Update) =>
  update.notes.some(({ note }) => note.kind === "turns" && note.card === card);
/** Whether the learner's sum lies open at another place, too. */
function equals(update: Update): boolean {
  const sums = seen(update).places.flatMap(({ owner, top }) =>
    top.slice(-1).map((card) => ({ owner, sum: worth(card) })),
  );
  const own = sums.find(({ owner }) => owner === update.seat)?.sum ?? null;
  return own !== null && sums.some(({ owner, sum }) => owner !== update.seat && sum === own);
}
const options = { first: "1", timed: "false", numbers_up_to: "5" };
const seats: SeatWanted[] = [
  { kind: "person" },
  { kind: "bot", level: "champion" },
  { kind: "bot", level: "champion" },
];

const actions: Lesson<"addi-cats"> = {
  lesson: "actions-7985",
  options: { ...options, actions: "clock,sumo,trap,gift" },
  seats,
  steps: [
    { key: "actions", until: (update) => shows("clock")(update) || from(3)(update), suggest: say("turn") },
    {
      key: "clock",
      until: (update) => shows("sumo")(update) || from(10)(update),
      suggest: (update) => (equals(update) ? say("hit")(update) : undefined),
    },
    {
      key: "sumo",
      until: (update) => shows("trap")(update) || from(12)(update),
      suggest: (update) => (seen(update).sumo ? say("hit")(update) : undefined),
    },
    {
      key: "trap",
      until: (update) => shows("gift")(update) || from(14)(update),
      suggest: (update) => (seen(update).phase === "trap" ? say("hit")(update) : undefined),
    },
    { key: "gift", until: from(16) },
    { key: "all", until: (update) => update.over },
  ],
};

const lesson: Lesson<"addi-cats"> = {
  lesson: "cats-5862",
  options: { ...options, actions: "chase,u-turn" },
  seats,
  next: actions,
  steps: [
    { key: "welcome", until: from(1), suggest: say("turn") },
    { key: "alone", until: settled(1), suggest: say("pass") },
    { key: "compare", until: settled(2), suggest: say("pass") },
    { key: "greed", until: settled(3), suggest: say("pass") },
    { key: "again", until: from(4), suggest: say("turn") },
    { key: "equal", until: settled(4), suggest: say("hit") },
    { key: "verdict", until: from(5), suggest: say("turn") },
    { key: "careful", until: settled(5), suggest: say("pass") },
    {
      key: "theirs",
      until: (update) => turned(update) >= 6 && settled(6)(update),
      suggest: (update) => (turned(update) === 6 ? say("hit")(update) : undefined),
    },
    { key: "free", until: (update) => seen(update).phase === "chase" || turned(update) >= 16 || update.over },
    { key: "chase", until: (update) => seen(update).phase !== "chase", suggest: say("hit") },
    {
      key: "u_turn",
      until: (update) => seen(update).direction < 0 || turned(update) >= 16 || update.over,
      suggest: say("turn"),
    },
    { key: "race", until: (update) => update.over },
  ],
};

export default lesson;
