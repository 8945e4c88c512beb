import { expect, it } from "vitest";
import { tallies } from "./tally";
import type { PilePicture, Picture } from "./wire";

const pile = (total: number): PilePicture => ({ total }) as PilePicture;
const earlier = {
  tricks: [
    { winner: 1, token: "+7" },
    { winner: 0, token: "vase" },
  ],
} as Picture;

it("lists the tokens of a round by winner, with the last trick's", () => {
  const found = tallies(earlier, { seat: 1, token: "-3" }, [pile(0), pile(4)], null);
  expect(found.map(({ seat, tokens }) => [seat, tokens])).toEqual([
    [1, ["+7", "-3"]],
    [0, ["vase"]],
  ]);
});

it("says what the round has changed, where its beginning was seen", () => {
  const found = tallies(earlier, null, [pile(2), pile(12)], [pile(5), pile(5)]);
  expect(found.map(({ gained }) => gained)).toEqual([7, -3]);
});

it("says nothing of a change where somebody came later", () => {
  expect(tallies(earlier, null, [pile(2)], null)[0]?.gained).toBeNull();
});
