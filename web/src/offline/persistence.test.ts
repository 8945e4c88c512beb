import { expect, it } from "vitest";
import { persist, persistence } from "./persistence";

const saying = (kept: boolean) => ({ persist: () => Promise.resolve(kept), persisted: () => Promise.resolve(kept) });

it("reports the browser's answer", async () => {
  expect(await persist(saying(true))).toBe("persisted");
  expect(await persist(saying(false))).toBe("evictable");
  expect(await persistence(saying(true))).toBe("persisted");
  expect(await persistence(saying(false))).toBe("evictable");
});

it("asks nobody to find out how things stand", async () => {
  let asked = 0;
  await persistence({ persist: () => Promise.resolve(++asked > 0), persisted: () => Promise.resolve(false) });
  expect(asked).toBe(0);
});

it("claims nothing where the browser cannot say", async () => {
  expect(await persist({})).toBe("unknown");
  expect(await persistence(undefined)).toBe("unknown");
  expect(await persist({ persist: () => Promise.reject(new TypeError("not here")) })).toBe("unknown");
});
