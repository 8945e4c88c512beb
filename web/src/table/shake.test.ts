import { afterEach, expect, it, vi } from "vitest";
import { whenShaken } from "./shake";

type Feel = (event: { acceleration: { x: number; y: number; z: number } | null; timeStamp: number }) => void;
let feel: Feel | null = null;
vi.stubGlobal("addEventListener", (_: string, listener: Feel) => (feel = listener));
vi.stubGlobal("removeEventListener", () => (feel = null));
afterEach(() => (feel = null));

const jerk = (strength: number, timeStamp: number) => feel?.({ acceleration: { x: strength, y: 0, z: 0 }, timeStamp });

it("counts one shake for the jerks of a moment", () => {
  const rolled = vi.fn();
  whenShaken(rolled);
  for (const at of [0, 100, 300, 1000]) jerk(20, at);
  expect(rolled).toHaveBeenCalledTimes(2);
});

it("does not roll for a phone that is only carried, nor after it was switched off", () => {
  const rolled = vi.fn();
  const stop = whenShaken(rolled);
  jerk(5, 0);
  feel?.({ acceleration: null, timeStamp: 50 });
  stop();
  jerk(30, 2000);
  expect(rolled).not.toHaveBeenCalled();
});
