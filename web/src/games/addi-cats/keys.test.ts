import { expect, it } from "vitest";
import { actionOf, meant, targets } from "./keys";

const LEGAL = ["turn", "hit head", "hit body"];
/** A key pressed while something of these tags has the focus. */
function key(name: string, within = "", changes: Partial<KeyboardEvent> = {}) {
  const closest = (selector: string) =>
    within && selector.split(", ").some((each) => each.startsWith(within)) ? {} : null;
  return {
    key: name,
    repeat: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    target: { closest } as unknown as EventTarget,
    ...changes,
  };
}

it("turns with space and hits with letters", () => {
  expect([" ", "h", "B", "x"].map((name) => actionOf(key(name), LEGAL))).toEqual(["turn", "hit head", "hit body", ""]);
});

it("hits or passes where no clock runs", () => {
  expect(["h", "p"].map((name) => actionOf(key(name), ["hit", "pass"]))).toEqual(["hit", "pass"]);
});

it("does only what can be done now", () => {
  expect(actionOf(key(" "), ["hit head"])).toBe("");
});

it("leaves letters to a text field, and space to the button that has the focus", () => {
  expect(actionOf(key("h", "textarea"), LEGAL)).toBe("");
  expect(actionOf(key(" ", "button"), LEGAL)).toBe("");
  expect(actionOf(key("h", "button"), LEGAL)).toBe("hit head");
});

it("does not hear shortcuts of the browser, nor a key that is held down", () => {
  expect(actionOf(key("h", "", { ctrlKey: true }), LEGAL)).toBe("");
  expect(actionOf(key(" ", "", { repeat: true }), LEGAL)).toBe("");
});

it("offers one target to those who do not aim, and its head counts", () => {
  expect(targets(true, false, LEGAL)).toEqual([{ action: "hit head", part: "whole", key: "H" }]);
  expect(targets(true, true, LEGAL).map(({ action }) => action)).toEqual(["hit head", "hit body"]);
  expect(targets(false, true, ["hit", "pass"]).map(({ part }) => part)).toEqual(["whole"]);
});

it("knows what a key is meant for when nothing can be done", () => {
  expect([" ", "h", "b", "p", "x"].map((name) => meant(key(name)))).toEqual(["turn", "hit", "hit", "", ""]);
  expect(meant(key("h", "textarea"))).toBe("");
});
