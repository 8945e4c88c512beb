// The practice answers given on this device: in its own storage, and nowhere else.
import type { Answer } from "./practice";

const KEY = "purrlor.addi-cats.practice";
/** The oldest answers give way to new ones. */
const MOST_KEPT = 3000;

interface Kept {
  upTo: number;
  answers: Answer[];
}

function read(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    const answers = Array.isArray(found.answers) ? found.answers.filter(sound) : [];
    return { upTo: [5, 7, 10].includes(found.upTo ?? 0) ? (found.upTo as number) : 5, answers };
  } catch {
    return { upTo: 5, answers: [] };
  }
}

function sound(answer: Answer): boolean {
  return (
    [answer.at, answer.first, answer.second, answer.millis].every(Number.isFinite) && typeof answer.right === "boolean"
  );
}

export class Notebook {
  private kept = $state.raw<Kept>(read());

  get answers(): Answer[] {
    return this.kept.answers;
  }

  get upTo(): number {
    return this.kept.upTo;
  }

  add(answer: Answer): void {
    this.write({ ...this.kept, answers: [...this.kept.answers, answer].slice(-MOST_KEPT) });
  }

  choose(upTo: number): void {
    this.write({ ...this.kept, upTo });
  }

  forget(): void {
    this.write({ ...this.kept, answers: [] });
  }

  private write(kept: Kept): void {
    this.kept = kept;
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}
