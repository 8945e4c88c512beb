// Practising additions: what somebody answered, how well each addition is known, and what to ask next.
//
// Quick and slow are measured against one's own usual time, never against somebody else's. What is due and what comes
// next is as in the terminal (`games/addi_cats/practice`); practice-samples.json holds what Python asks.
import figures from "./practice.json";
import { AGAIN, EASY, GOOD, HARD, retrievability, reviewed, type Memory, type Rating } from "./schedule";

export interface Answer {
  at: number;
  first: number;
  second: number;
  millis: number;
  right: boolean;
}
export type Sign = "quick" | "usual" | "slow" | "weak" | "new";
export interface Known {
  sign: Sign;
  memory: Memory;
  millis: number | null;
  asked: number;
}

export const MOST = 10;
const { quick: QUICK, slow: SLOW, recent: RECENT, fresh: FRESH } = figures;

export const keyOf = (first: number, second: number) => `${first}+${second}`;

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Somebody's usual time: the median of their right answers; null: there is none yet. */
export function usual(answers: Answer[]): number | null {
  const times = answers.filter((answer) => answer.right).map((answer) => answer.millis);
  return times.length ? median(times) : null;
}

/** What is known of every addition that was asked, by its key. */
export function known(answers: Answer[]): Map<string, Known> {
  const typical = usual(answers) ?? 1;
  const byKey = new Map<string, Answer[]>();
  for (const answer of answers) {
    const key = keyOf(answer.first, answer.second);
    byKey.set(key, [...(byKey.get(key) ?? []), answer]);
  }
  return new Map([...byKey].map(([key, given]) => [key, assessed(given, typical)]));
}

function assessed(given: Answer[], typical: number): Known {
  let memory: Memory | null = null;
  for (const answer of given) memory = reviewed(memory, rating(answer, typical), answer.at);
  const last = given[given.length - 1] as Answer;
  const times = given
    .slice(-RECENT)
    .filter((answer) => answer.right)
    .map((answer) => answer.millis);
  const millis = times.length ? median(times) : null;
  return { sign: signOf(last.right, millis, typical), memory: memory as Memory, millis, asked: given.length };
}

function rating(answer: Answer, typical: number): Rating {
  if (!answer.right) return AGAIN;
  const pace = answer.millis / Math.max(typical, 1);
  return pace <= QUICK ? EASY : pace > SLOW ? HARD : GOOD;
}

function signOf(right: boolean, millis: number | null, typical: number): Sign {
  if (!right || millis === null) return "weak";
  const pace = millis / typical;
  return pace <= QUICK ? "quick" : pace > SLOW ? "slow" : "usual";
}

/** What is due, the most forgotten first. */
export function due(answers: Answer[], upTo: number, now: number): [number, number][] {
  const found = known(answers);
  const memoryOf = (pair: [number, number]) => found.get(keyOf(...pair))?.memory;
  const chance = (pair: [number, number]) => retrievability(memoryOf(pair) as Memory, now);
  return everything(upTo)
    .filter((pair) => (memoryOf(pair)?.due ?? Infinity) <= now)
    .sort((a, b) => chance(a) - chance(b));
}

/** What to ask: what is due; else something new and easy; else what is due soonest. Never the same twice running. */
export function next(answers: Answer[], upTo: number, now: number, random: () => number, but = ""): [number, number] {
  const other = (pair: [number, number]) => keyOf(...pair) !== but;
  const forgotten = due(answers, upTo, now).find(other);
  if (forgotten) return forgotten;
  const found = known(answers);
  const all = everything(upTo).filter(other);
  const fresh = all
    .filter((pair) => !found.has(keyOf(...pair)))
    .sort((a, b) => effort(a) - effort(b))
    .slice(0, FRESH);
  if (fresh.length) return fresh[Math.floor(random() * fresh.length)] as [number, number];
  const dueAt = (pair: [number, number]) => found.get(keyOf(...pair))?.memory.due ?? 0;
  return all.sort((a, b) => dueAt(a) - dueAt(b))[0] as [number, number];
}

function effort([first, second]: [number, number]): number {
  return Math.min(first, second) * 100 + first + second;
}

function everything(upTo: number): [number, number][] {
  const numbers = Array.from({ length: upTo }, (_, i) => i + 1);
  return numbers.flatMap((first) => numbers.map((second) => [first, second] as [number, number]));
}

/** The additions to practise, the weakest first. */
export function weakest(answers: Answer[], most = 5): string[] {
  const found = [...known(answers)].filter(([, skill]) => skill.sign === "weak" || skill.sign === "slow");
  const rank = ([, skill]: [string, Known]) => (skill.sign === "weak" ? 1e9 : 0) + (skill.millis ?? 0);
  return found
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, most)
    .map(([key]) => key);
}
