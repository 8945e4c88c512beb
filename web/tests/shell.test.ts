import { expect, test } from "vitest";
import { shell } from "../build/service-worker.ts";

test("only English words are part of what every visitor stores", () => {
  const built = {
    "index.html": {},
    "assets/main-1.js": { moduleIds: ["/src/main.ts"] },
    "assets/style-2.css": {},
    "assets/en-3.js": { moduleIds: ["\0virtual:words/en"] },
    "assets/pl-4.js": { moduleIds: ["\0virtual:words/pl"] },
    "assets/pl-5.js": { moduleIds: ["\0virtual:words/later/pl"] },
    "assets/pl-6.js": { moduleIds: ["\0virtual:words/games/house-of-cats/pl"] },
    "assets/languages-6.js": { moduleIds: ["\0virtual:words/languages"] },
  };
  expect(shell(built)).toEqual({
    files: ["assets/main-1.js", "assets/style-2.css", "assets/en-3.js", "assets/languages-6.js"],
    words: { pl: ["assets/pl-4.js", "assets/pl-5.js", "assets/pl-6.js"] },
  });
});
