import { beforeAll, expect, it, vi } from "vitest";
import { valueOf } from "../../plain/outline";
import { laterWords, speak } from "../../words/index.svelte";

beforeAll(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await speak("de");
  await laterWords();
});

it("says a value of an outline by the word that the game has for it", () => {
  const line = { label: "Token", value: "fish", lines: [], seat: null, name: "token", flag: null };
  expect(valueOf("meow", line)).not.toBe("fish");
});
