import { describe, expect, it } from "vitest";
import samples from "./scores.json";
import { housePicture, SHEETS, type Written } from "./scoring";
import { blank, built, drawn, offers, tap, toolOf, type Tool } from "./writing";

type Sample = Omit<Written, "circles"> & { level: number };
const writtenOf = (sample: Sample): Written => ({ ...sample, circles: [0, 0, 0, 0] });
const sheetOf = (level: number) => SHEETS[level - 1] as (typeof SHEETS)[number];
const filled = (level: number, text: string): Written =>
  text.split(" ").reduce(
    (house, each) => {
      const [tool, space] = each.split("@");
      return tap(sheetOf(level), house, space as string, tool as Tool);
    },
    blank(sheetOf(level)),
  );

describe("points", () => {
  it("has the sheets of the rules", () => expect(SHEETS).toEqual(samples.sheets));

  it("adds up as Python does", () => {
    for (const sample of samples.houses) {
      const { parts, total, eaten } = housePicture(sheetOf(sample.level), writtenOf(sample));
      expect({ parts, total, eaten }).toEqual({ parts: sample.parts, total: sample.total, eaten: sample.eaten });
    }
    expect(samples.houses.length).toBeGreaterThan(100);
  });
});

describe("rooms", () => {
  it("are offered as Python finds them around what was just written", () => {
    for (const sample of samples.writings) {
      const found = offers(sheetOf(sample.level), writtenOf(sample), sample.space);
      const here = found.find((offer) => offer.ways.some((way) => way.includes(sample.space)));
      expect(here?.ways ?? []).toEqual(sample.possible);
    }
  });

  it("are offered once their numbers touch, and no more when they stand", () => {
    const house = filled(1, "2@A1 2@C1 2@B2 2@A2");
    const [offer] = offers(sheetOf(1), house, "A2");
    expect(offer).toEqual({
      number: "2",
      ways: [
        ["A1", "A2"],
        ["A2", "B2"],
      ],
    });
    const after = built(house, "2", ["A1", "A2"], true);
    expect(offers(sheetOf(1), after, "A2")).toEqual([]);
    expect(after.circles).toEqual([1, 0, 0, 0]);
  });

  it("have walls around them and none inside", () => {
    const house = built(filled(1, "2@A1 2@B1"), "2", ["A1", "B1"], false);
    expect(housePicture(sheetOf(1), house).walls.slice(0, 3)).toEqual([13, 7, 0]);
    expect(house.circles).toEqual([0, 0, 0, 0]);
  });

  it("count a doubled space twice", () => {
    expect(offers(sheetOf(1), filled(1, "2@A1 double@A1"))).toEqual([{ number: "2", ways: [["A1"]] }]);
  });

  it("fall when something else is written there", () => {
    const house = built(filled(1, "2@A1 2@B1"), "2", ["A1", "B1"], false);
    expect(tap(sheetOf(1), house, "B1", "m").rooms).toEqual([]);
  });
});

describe("a tap", () => {
  it("adds a space on level 4 before anything is written there, and the eraser takes it out again", () => {
    const added = filled(4, "5@A1");
    expect(added.entries[0]).toBe(".");
    expect(tap(sheetOf(4), added, "A1", "5").entries[0]).toBe("5");
    expect(tap(sheetOf(4), added, "A1", "erase")).toEqual(blank(sheetOf(4)));
  });

  it("that changes nothing gives the same sheet", () => {
    const house = filled(1, "m@A1");
    for (const [space, tool] of [
      ["A1", "m"],
      ["B1", "erase"],
      ["B1", "double"],
    ] as const)
      expect(tap(sheetOf(1), house, space, tool)).toBe(house);
  });
});

describe("before and beside", () => {
  it("draws four different abilities", () => {
    expect(drawn(() => 0)).toEqual(["A", "B", "C", "D"]);
    expect(drawn(() => 0.999)).toEqual(["L", "K", "J", "I"]);
  });

  it("knows which tool a key stands for", () => {
    expect(["4", "C", "k", "m", "X", "Backspace"].map(toolOf)).toEqual(["4", "c", "c", "m", "x", "erase"]);
    expect(["1", "Enter", "z", ""].map(toolOf)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
