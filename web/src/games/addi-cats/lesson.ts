// The first match, without a clock, so that there is time to read. The prepared cards: three different sums, then a sum
// equal to one's own, one equal to somebody else's, a Chase, and a U-turn.
import type { Update } from "../../wire";
import type { Lesson } from "../lesson";
import type { Picture } from "./wire";

const seen = (update: Update) => update.view as Picture;
const turned = (update: Update) => seen(update).cards_turned;
/** Number of turned cards to which everybody has answered hit or pass. */
const settled = (cards: number) => (update: Update) =>
  turned(update) > cards || (turned(update) === cards && seen(update).decided.length === 0);
const from = (cards: number) => (update: Update) => turned(update) >= cards;
/** The action, once it can be done. */
const say = (action: string) => (update: Update) => (update.legal.includes(action) ? action : undefined);

const lesson: Lesson<"addi-cats"> = {
  lesson: "cats-5862",
  options: { first: "1", timed: "false", numbers_up_to: "5", actions: "chase,u-turn" },
  seats: [{ kind: "person" }, { kind: "bot", level: "champion" }, { kind: "bot", level: "champion" }],
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
