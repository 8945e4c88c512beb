import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pictured, shell } from "../build/service-worker.ts";

test("only English words are part of what every visitor stores", () => {
  const built = {
    "index.html": {},
    "assets/main-1.js": { moduleIds: ["/src/main.ts"] },
    "assets/style-2.css": {},
    "assets/en-3.js": { moduleIds: ["\0virtual:words/en"] },
    "assets/pl-4.js": { moduleIds: ["\0virtual:words/pl"] },
    "assets/pl-5.js": { moduleIds: ["\0virtual:words/later/pl"] },
    "assets/languages-6.js": { moduleIds: ["\0virtual:words/languages"] },
  };
  expect(shell(built)).toEqual({
    files: ["assets/main-1.js", "assets/style-2.css", "assets/en-3.js", "assets/languages-6.js"],
    words: { pl: ["assets/pl-4.js", "assets/pl-5.js"] },
  });
});

test("the manifest shows pictures of the documentation, in their own size", () => {
  const all = pictured();
  expect(
    all.map(({ picture }) => {
      const header = readFileSync(picture).subarray(16, 24);
      return `${header.readUInt32BE(0)}x${header.readUInt32BE(4)}`;
    }),
  ).toEqual(all.map(({ sizes }) => sizes));
  expect(new Set(all.map(({ sizes }) => sizes)).size).toBe(2);
});
