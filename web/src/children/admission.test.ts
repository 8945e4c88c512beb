import { expect, test } from "vitest";
import { placeIn, waitingPlace } from "./admission";

test("a waiting device finds its place in the address again", () => {
  const place = { ticket: "aB_-9", number: 12 };
  expect(placeIn(`#${waitingPlace(place)}`)).toEqual(place);
});

test("an invitation is not a place at the door", () => {
  expect(placeIn("#k=secret")).toBeNull();
  expect(placeIn("#w=.secret")).toBeNull();
  expect(placeIn("")).toBeNull();
});
