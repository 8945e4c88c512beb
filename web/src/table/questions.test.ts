import { expect, it } from "vitest";
import { QUESTIONS, questionOf } from "./questions";

const press = (key: string, more: object = {}) =>
  questionOf({ key, repeat: false, ctrlKey: false, metaKey: false, altKey: false, target: null, ...more });
const inside = (found: boolean) => ({ target: { closest: () => (found ? {} : null) } as unknown as EventTarget });

it("asks by letter, large or small", () =>
  expect([press("i"), press("T"), press("a"), press("w"), press("s")]).toEqual(QUESTIONS.map(([, each]) => each)));

it("leaves alone what is typed and what belongs to the browser or a screen reader", () => {
  expect([press("s", inside(true)), press("s", { ctrlKey: true }), press("s", { altKey: true })]).toEqual([
    null,
    null,
    null,
  ]);
  expect(press("s", inside(false))).toBe("scores");
});

it("takes no letter that a board uses", () =>
  expect(QUESTIONS.filter(([key]) => "RHBPLCMK".includes(key))).toEqual([]));
