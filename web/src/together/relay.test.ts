import { expect, test } from "vitest";
import { boxOf, opened, seal } from "./relay";

const [SECRET, BOX] = ["0123456789abcdef0123456789abcdef", "b".repeat(32)];

test("a letter is opened with the secret of the link", () => {
  expect(opened(SECRET, BOX, seal(SECRET, BOX, "miau"))).toBe("miau");
});

test("a letter of somebody else, for another box or changed on its way, is thrown away", () => {
  const letter = seal(SECRET, BOX, "miau");
  expect(opened("another", BOX, letter)).toBeNull();
  expect(opened(SECRET, "c".repeat(32), letter)).toBeNull();
  expect(opened(SECRET, BOX, `${letter}u`)).toBeNull();
});

test("the name of the box does not tell the secret", () => {
  expect(boxOf(SECRET)).toMatch(/^[0-9a-f]{32}$/);
  expect(boxOf(SECRET)).not.toBe(SECRET);
});
