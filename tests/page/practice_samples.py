"""What practice asks, for the page, which asks without a server: the figures that both use, and what Python asks.

`python -m tests.page.practice_samples` writes the files.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from fsrs import Scheduler

from purrlor.games.addi_cats.practice.memory import FRESH, Memory
from purrlor.games.addi_cats.practice.notebook import Kind, PracticeAnswer, Verdict
from purrlor.games.addi_cats.practice.skill import ADDITIONS, QUICK, RECENT, SLOW

from .pad_samples import GAMES

FIGURES = GAMES / "addi-cats" / "practice.json"
SAMPLES = GAMES / "addi-cats" / "practice-samples.json"
START = datetime(2026, 7, 30, 8, 30, tzinfo=UTC)


class First(Random):
    """Chooses the first of everything, as the page's test does."""

    def choice(self, seq: Any) -> Any:
        return seq[0]


def figures() -> dict[str, Any]:
    scheduler = Scheduler()
    return {
        "weights": list(scheduler.parameters),
        "retention": scheduler.desired_retention,
        "longest": scheduler.maximum_interval,
        "learning": [step / timedelta(minutes=1) for step in scheduler.learning_steps],
        "relearning": [step / timedelta(minutes=1) for step in scheduler.relearning_steps],
        "quick": QUICK,
        "slow": SLOW,
        "recent": RECENT,
        "fresh": FRESH,
    }


def samples() -> list[dict[str, Any]]:
    return [_sample(Random(number)) for number in range(40)]


def _sample(random: Random) -> dict[str, Any]:
    """Simulate a person who practises for minutes and for weeks."""
    at, up_to, answers = START, random.choice((5, 7, 10)), list[PracticeAnswer]()
    last = None
    for _ in range(random.choice((0, 1, 5, 40, 120))):
        last = Memory(answers, up_to).next(at, First(), last)
        right = random.random() < 0.8
        verdict = Verdict.RIGHT if right else Verdict.WRONG
        answers.append(PracticeAnswer(at, last, verdict, Kind.SUM, random.randint(400, 4000)))
        at += timedelta(seconds=random.choice((5, 8, 30, 700, 90_000, 2_000_000)))
    memory = Memory(answers, up_to)
    given = [
        {
            "at": _millis(answer.at),
            "first": answer.addition.first,
            "second": answer.addition.second,
            "millis": answer.millis,
            "right": answer.verdict is Verdict.RIGHT,
        }
        for answer in answers
    ]
    return {
        "answers": given,
        "upTo": up_to,
        "now": _millis(at),
        "but": "" if last is None else str(last),
        "due": [str(each) for each in memory.due(at)],
        "next": str(memory.next(at, First(), last)),
        "rests": {str(each): _millis(memory.due_at(each)) // 1000 for each in ADDITIONS if memory.knows(each)},
    }


def _millis(at: datetime) -> int:
    return round(at.timestamp() * 1000)


if __name__ == "__main__":
    FIGURES.write_text(json.dumps(figures(), indent=2) + "\n", encoding="utf-8")
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in samples())
    SAMPLES.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
