import { describe, expect, it } from "vitest";
import { BOX, leaders, pileOf, roundOf, stillOut, struck, tokenOf, tokensOf } from "./counting";
import samples from "./piles.json";

describe("piles", () => {
  it("are worth what Python says", () => {
    for (const { tokens, flat, ...worth } of samples) {
      const { discarded, vases_cost, total } = pileOf(tokens, flat);
      expect({ discarded, vases_cost, total }).toEqual(worth);
    }
    expect(samples.length).toBeGreaterThan(25);
  });

  it("show which fishbones the fish took", () => {
    expect(struck(pileOf(["-3", "fish", "-8", "-3", "+3"], false))).toEqual([false, false, true, false, false]);
  });
});

describe("tokens", () => {
  it("that are given are no longer out", () => {
    const out = stillOut(BOX, ["+5", "fish", "fish", "+77"]);
    const left = (token: string) => out.find((each) => each.token === token)?.left;
    expect([left("+5"), left("fish"), left("vase"), left("+77")]).toEqual([1, 2, 4, undefined]);
  });

  it("can have any worth", () => {
    expect(["5", "+5", "-12", "−3"].map(tokenOf)).toEqual(["+5", "+5", "-12", "-3"]);
    expect(["", "0", "1.5", "100", "cat"].map(tokenOf)).toEqual([null, null, null, null, null]);
    expect(tokensOf("1, 2 3;4")).toEqual(["+1", "+2", "+3", "+4"]);
    expect(tokensOf("1, fish")).toBeNull();
  });
});

describe("a game", () => {
  it("has three rounds of nine", () => {
    expect([0, 8, 9, 26].map(roundOf)).toEqual([
      { round: 1, next: 1 },
      { round: 1, next: 9 },
      { round: 2, next: 1 },
      { round: 3, next: 9 },
    ]);
  });

  it("can have several winners", () => expect(leaders([3, -1, 3])).toEqual([0, 2]));
});
