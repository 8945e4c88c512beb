import { expect, test } from "vitest";
import { dated, moment } from "./when";

const now = new Date(2026, 10, 16, 18, 0).getTime();
const at = (...date: [number, number, number, number?, number?]) => moment(new Date(...date).getTime(), now, "en-GB");

test("today it is the time", () => expect(at(2026, 10, 16, 9, 5)).toBe("9:05"));
test("this week it is the day", () => expect(at(2026, 10, 13, 9, 5)).toBe("Friday"));
test("before that it is the date", () => expect(at(2026, 9, 3)).toBe("3 Oct"));
test("in another year it is the whole date", () => expect(at(2025, 9, 3)).toBe("3 Oct 2025"));

test("dates follow the browser's region, if it speaks the language of the page", () => {
  expect(dated("en", ["de-DE", "en-GB", "en-US"])).toBe("en-GB");
  expect(dated("de", ["en-GB"])).toBe("de");
});
