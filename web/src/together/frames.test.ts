import { expect, test } from "vitest";
import { Allowance, fromGuest, Joiner, parts } from "./frames";

test.each([0, 1, 16_000, 16_001, 50_000])("a message of %i characters comes in one piece", (length) => {
  const text = "ä".repeat(length);
  const joiner = new Joiner(60_000);
  const heard = parts(text).map((part) => joiner.push(part));
  expect(heard.at(-1)).toBe(text);
  expect(heard.slice(0, -1).every((each) => each === null)).toBe(true);
});

test("a message that never ends is refused", () => {
  const joiner = new Joiner(20_000);
  joiner.push(`+${"x".repeat(16_000)}`);
  expect(() => joiner.push(`+${"x".repeat(16_000)}`)).toThrow(RangeError);
});

test.each([
  "",
  "{",
  "null",
  "[]",
  '{"type":"eval"}',
  '{"type":"toString"}',
  '{"type":"send","connection":"1","text":"x"}',
])("%s from a guest is no message", (text) => {
  expect(fromGuest(text)).toBeNull();
});

test("an act from a guest is a message", () => {
  expect(fromGuest('{"type":"send","connection":1,"text":"{}"}')).toEqual({ type: "send", connection: 1, text: "{}" });
});

test("a flood is cut off, and what comes slowly is not", () => {
  const flood = new Allowance(0, 3, 1);
  expect([0, 0, 0, 0].map((now) => flood.take(now))).toEqual([true, true, true, false]);
  expect([2000, 3000, 4000].map((now) => flood.take(now))).toEqual([true, true, true]);
});
