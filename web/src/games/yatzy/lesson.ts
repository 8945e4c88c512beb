// Ed's first steps. The rolls of this lesson: three fives at once, a fourth one later, and then a straight.
import type { Update } from "../../wire";
import type { Lesson } from "../lesson";
import type { Picture } from "./wire";

const view = (update: Update): Picture => update.view as Picture;
const filled = (update: Update): number =>
  view(update).sheets[0]?.entries.filter((entry) => entry !== null).length ?? 0;
const own = (update: Update): boolean => view(update).turn === 0;

/** The first of some actions that may be done now. */
const first = (update: Update, ...actions: string[]): string | undefined =>
  actions.find((action) => update.legal.includes(action));

function fives(update: Update): string | undefined {
  const count = view(update).dice.filter((face) => face === 5).length;
  return first(update, `keep ${Array(count).fill(5).join(" ")}`, "score fives");
}

const lesson: Lesson<"yatzy"> = {
  lesson: "first-steps-4123",
  options: { first: "1" },
  seats: [{ kind: "person" }, { kind: "bot", level: "kitten" }],
  steps: [
    { key: "roll", until: (update) => view(update).dice.length > 0 || filled(update) > 0, suggest: () => "roll" },
    { key: "keep", until: (update) => view(update).rolls_left < 2 || filled(update) > 0, suggest: fives },
    { key: "again", until: (update) => view(update).rolls_left < 1 || filled(update) > 0, suggest: fives },
    { key: "score", until: (update) => filled(update) > 0, suggest: (update) => first(update, "score fives") },
    {
      key: "bonus",
      until: (update) => (own(update) && view(update).dice.length > 0) || filled(update) > 1,
      suggest: (update) => first(update, "roll"),
    },
    {
      key: "straight",
      until: (update) => view(update).rolls_left < 2 || filled(update) > 1,
      suggest: (update) => first(update, "score large_furball", "keep 1 2 3 4", "keep 2 3 4 5", "keep 3 4 5 6"),
    },
    {
      key: "straight_score",
      until: (update) => filled(update) > 1,
      suggest: (update) => first(update, "score large_furball", "score small_hairball"),
    },
    {
      key: "zero",
      until: (update) => filled(update) > 2,
      suggest: (update) => (view(update).dice.length ? undefined : first(update, "roll")),
    },
    { key: "done", until: (update) => update.over },
  ],
};

export default lesson;
