// When an addition is due again: the Free Spaced Repetition Scheduler (FSRS 6) with its published weights, as the
// library that the terminal uses computes it. A test compares the two, answer by answer (practice-samples.json).
import figures from "./practice.json";

/** How well an answer was known, by the numbers that FSRS gives them. */
export const AGAIN = 1;
export const HARD = 2;
export const GOOD = 3;
export const EASY = 4;
export type Rating = 1 | 2 | 3 | 4;

export interface Memory {
  /** Days until the chance to remember has fallen to nine in ten. */
  stability: number;
  difficulty: number;
  /** The place among the steps of learning (or of learning again); null: known for days. */
  step: number | null;
  relearning: boolean;
  last: number;
  due: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const weight = (place: number) => figures.weights[place] as number;
const DECAY = -weight(20);
const FACTOR = 0.9 ** (1 / DECAY) - 1;
const LEAST_STABILITY = 0.001;

/** What is remembered after one more answer; null: this is the first one. */
export function reviewed(before: Memory | null, rating: Rating, at: number): Memory {
  const learned = before ? learnedAgain(before, rating, at) : first(rating);
  const steps = before?.relearning ? figures.relearning : figures.learning;
  const step = before ? before.step : 0;
  const again = step === null && rating === AGAIN;
  const next = again ? 0 : step === null ? null : stepAfter(step, rating, steps.length);
  const rest =
    next === null ? daysOf(learned.stability) * DAY : minutes(again ? figures.relearning : steps, next, rating);
  const relearning = next !== null && (again || (before?.relearning ?? false));
  return { ...learned, step: next, relearning, last: at, due: at + rest };
}

/** How likely an addition is remembered now. */
export function retrievability(memory: Memory, now: number): number {
  return (1 + (FACTOR * Math.max(0, daysBetween(memory.last, now))) / memory.stability) ** DECAY;
}

function stepAfter(step: number, rating: Rating, count: number): number | null {
  if (rating === AGAIN) return 0;
  if (rating === HARD) return step;
  return rating === EASY || step + 1 === count ? null : step + 1;
}

/** The rest before a step; where the first one was hard, between it and the second, or half as long again. */
function minutes(steps: number[], step: number, rating: Rating): number {
  const [one = 0, two] = steps;
  if (rating === HARD && step === 0) return (two === undefined ? one * 1.5 : (one + two) / 2) * MINUTE;
  return (steps[step] ?? one) * MINUTE;
}

function daysOf(stability: number): number {
  const days = (stability / FACTOR) * (figures.retention ** (1 / DECAY) - 1);
  return Math.min(Math.max(Math.round(days), 1), figures.longest);
}

const daysBetween = (from: number, to: number) => Math.floor((to - from) / DAY);

function first(rating: Rating): { stability: number; difficulty: number } {
  return { stability: Math.max(weight(rating - 1), LEAST_STABILITY), difficulty: clamped(firstDifficulty(rating)) };
}

function learnedAgain(before: Memory, rating: Rating, at: number): { stability: number; difficulty: number } {
  const soon = daysBetween(before.last, at) < 1;
  const stability = soon ? stabilitySoon(before, rating) : stabilityLater(before, rating, retrievability(before, at));
  return { stability: Math.max(stability, LEAST_STABILITY), difficulty: nextDifficulty(before.difficulty, rating) };
}

function stabilitySoon({ stability }: Memory, rating: Rating): number {
  const growth = Math.exp(weight(17) * (rating - 3 + weight(18))) * stability ** -weight(19);
  return stability * (rating === AGAIN ? growth : Math.max(growth, 1));
}

function stabilityLater({ stability, difficulty }: Memory, rating: Rating, remembered: number): number {
  const forgotten = 1 - remembered;
  if (rating === AGAIN) {
    const kept = difficulty ** -weight(12) * ((stability + 1) ** weight(13) - 1) * Math.exp(forgotten * weight(14));
    return Math.min(weight(11) * kept, stability / Math.exp(weight(17) * weight(18)));
  }
  const effort = (rating === HARD ? weight(15) : 1) * (rating === EASY ? weight(16) : 1);
  const room = Math.exp(weight(8)) * (11 - difficulty) * stability ** -weight(9);
  return stability * (1 + room * (Math.exp(forgotten * weight(10)) - 1) * effort);
}

const firstDifficulty = (rating: Rating) => weight(4) - Math.exp(weight(5) * (rating - 1)) + 1;
const clamped = (difficulty: number) => Math.min(Math.max(difficulty, 1), 10);

function nextDifficulty(difficulty: number, rating: Rating): number {
  const moved = difficulty + ((10 - difficulty) * -(weight(6) * (rating - 3))) / 9;
  return clamped(weight(7) * firstDifficulty(EASY) + (1 - weight(7)) * moved);
}
