import { beforeEach, expect, test, vi } from "vitest";
import type { FromThinker, ToThinker } from "./thinker";
import { Thinking, type ThinkingWorker } from "./thinking";

class FakeWorker implements ThinkingWorker {
  said: ToThinker[] = [];
  ended = false;
  onmessage: ThinkingWorker["onmessage"] = null;
  onerror: ThinkingWorker["onerror"] = null;
  postMessage = (message: ToThinker) => void this.said.push(message);
  terminate = () => void (this.ended = true);
  say(message: FromThinker): void {
    this.onmessage?.call(this as unknown as Worker, { data: message } as MessageEvent);
  }
}

let made: FakeWorker[];
let answers: string[];
let lost: number;
let thinking: Thinking;

function begin(make: () => ThinkingWorker): void {
  [made, answers, lost] = [[], [], 0];
  const asker = {
    think: (question: string) => `here: ${question}`,
    answered: (answer: string) => void answers.push(answer),
    lost: () => void (lost += 1),
  };
  thinking = new Thinking({ "purrlor.zip": "address" }, make, asker);
}

beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue();
  vi.useFakeTimers();
  begin(() => {
    made.push(new FakeWorker());
    return made.at(-1) as FakeWorker;
  });
});

test("the first question starts the worker, and all go to the same one", () => {
  expect(made).toEqual([]);
  thinking.ask("one");
  expect(thinking.busy).toBe(true);
  made[0]?.say({ type: "thought", answer: "first" });
  expect(thinking.busy).toBe(false);
  thinking.ask("two");
  expect(made.length).toBe(1);
  expect(made[0]?.said).toEqual([
    { type: "start", files: { "purrlor.zip": "address" } },
    { type: "think", question: "one" },
    { type: "think", question: "two" },
  ]);
  expect(answers).toEqual(["first"]);
});

test("when the worker breaks, its request is repeated and answered here", () => {
  thinking.ask("one");
  made[0]?.say({ type: "broken", error: "no memory" });
  expect([lost, thinking.busy, made[0]?.ended]).toEqual([1, false, true]);
  thinking.ask("one");
  vi.runAllTimers();
  expect(answers).toEqual(["here: one"]);
  expect(made.length).toBe(1);
});

test("a worker that breaks while idle loses nothing", () => {
  thinking.prepare();
  made[0]?.say({ type: "broken", error: "no memory" });
  expect(lost).toBe(0);
});

test("without workers inside workers, everything is answered here", () => {
  begin(() => {
    throw new ReferenceError("Worker is not defined");
  });
  thinking.ask("one");
  vi.runAllTimers();
  expect([answers, lost]).toEqual([["here: one"], 0]);
});
