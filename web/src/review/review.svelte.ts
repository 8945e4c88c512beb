import { api } from "../net/api";
import { trouble } from "../ui/complain";
import type { Review } from "../wire";

const AGAIN = 500;

/** The review of a match, requested until it is complete. Finished parts can be read meanwhile. */
export class FollowedReview {
  /** What is known so far; null: there is none of this game. */
  found = $state.raw<Review | null | undefined>(undefined);
  working = $state(true);
  progress = $state(0);
  failed = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(private readonly table: string) {
    void this.ask();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async ask(): Promise<void> {
    try {
      const answer = await api.review(this.table);
      if (this.closed) return;
      this.progress = answer.progress;
      this.working = answer.status === "working";
      if (this.working) this.timer = setTimeout(() => void this.ask(), AGAIN);
      if (answer.review || !this.working) this.found = answer.review ?? null;
    } catch (error) {
      this.working = false;
      this.failed = trouble(error);
    }
  }
}
