// Practising additions: what somebody answered, how well each addition is known, and what to ask next.
//
// The plan is simple enough to explain to a child. Each addition lives in a box. A right answer moves it one box up, a
// quick one two, a slow one leaves it where it is, a wrong one puts it back into the first. The higher the box, the
// longer until it is asked again. Quick and slow are measured against one's own usual time, never against somebody
// else's.

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
  box: number;
  due: number;
  millis: number | null;
  asked: number;
}

export const MOST = 10;
export const QUICK = 0.75;
export const SLOW = 1.4;
const RECENT = 5;
const FRESH = 6;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How long an addition rests in each box. */
export const RESTS = [MINUTE / 2, 4 * MINUTE, 20 * MINUTE, DAY, 3 * DAY, 8 * DAY, 21 * DAY];

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
  let box = 0;
  for (const answer of given) box = moved(box, answer, typical);
  const last = given[given.length - 1] as Answer;
  const times = given
    .slice(-RECENT)
    .filter((answer) => answer.right)
    .map((answer) => answer.millis);
  const millis = times.length ? median(times) : null;
  return {
    sign: signOf(last.right, millis, typical),
    box,
    due: last.at + (RESTS[box] ?? 0),
    millis,
    asked: given.length,
  };
}

function moved(box: number, answer: Answer, typical: number): number {
  if (!answer.right) return 0;
  const pace = answer.millis / typical;
  return Math.min(RESTS.length - 1, box + (pace <= QUICK ? 2 : pace > SLOW ? 0 : 1));
}

function signOf(right: boolean, millis: number | null, typical: number): Sign {
  if (!right || millis === null) return "weak";
  const pace = millis / typical;
  return pace <= QUICK ? "quick" : pace > SLOW ? "slow" : "usual";
}

/** What to ask: what is due, the longest overdue first; else something new and easy; else what is due soonest. */
export function next(answers: Answer[], upTo: number, now: number, random: () => number, but = ""): [number, number] {
  const found = known(answers);
  const all = everything(upTo).filter(([first, second]) => keyOf(first, second) !== but);
  const of = (pair: [number, number]) => found.get(keyOf(...pair));
  const due = all
    .filter((pair) => (of(pair)?.due ?? Infinity) <= now)
    .sort((a, b) => late(of(b), now) - late(of(a), now));
  if (due[0]) return due[0];
  const fresh = all
    .filter((pair) => !of(pair))
    .sort((a, b) => effort(a) - effort(b))
    .slice(0, FRESH);
  if (fresh.length) return fresh[Math.floor(random() * fresh.length)] as [number, number];
  return all.sort((a, b) => (of(a)?.due ?? 0) - (of(b)?.due ?? 0))[0] as [number, number];
}

/** How overdue an addition is, against how long it was to rest: what is weak comes back first. */
function late(skill: Known | undefined, now: number): number {
  return skill ? (now - skill.due) / (RESTS[skill.box] ?? 1) : 0;
}

function effort([first, second]: [number, number]): number {
  return Math.min(first, second) * 100 + first + second;
}

function everything(upTo: number): [number, number][] {
  const numbers = Array.from({ length: upTo }, (_, i) => i + 1);
  return numbers.flatMap((first) => numbers.map((second) => [first, second] as [number, number]));
}

/** The additions that are worth a second look, the weakest first. */
export function weakest(answers: Answer[], most = 5): string[] {
  const found = [...known(answers)].filter(([, skill]) => skill.sign === "weak" || skill.sign === "slow");
  const rank = ([, skill]: [string, Known]) => (skill.sign === "weak" ? 1e9 : 0) + (skill.millis ?? 0);
  return found
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, most)
    .map(([key]) => key);
}
