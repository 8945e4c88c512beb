"""Schedule each addition's repetition, by the Free Spaced Repetition Scheduler (FSRS).

Only answers are stored; the schedule is computed from them each time, so that a better scheduler or a repaired notebook
needs no conversion.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from random import Random

from fsrs import Card, Rating, Scheduler

from purrlor.games.addi_cats import Addition
from purrlor.games.addi_cats.cards import MOST

from .notebook import PracticeAnswer, Verdict
from .skill import ADDITIONS, QUICK, SLOW, pace, usual_times

FRESH = 6
"""A new addition is drawn from this number of the easiest ones left."""


class Memory:
    """The schedule that follows from a player's answers. `numbers_up_to` limits the questions."""

    def __init__(self, answers: Sequence[PracticeAnswer], numbers_up_to: int = MOST) -> None:
        self._scheduler = Scheduler(enable_fuzzing=False)
        self._asked = [each for each in ADDITIONS if max(each.first, each.second) <= numbers_up_to]
        self._cards: dict[Addition, Card] = {}
        usual = usual_times(answers)
        for answer in answers:
            place = ADDITIONS.index(answer.addition)
            card = self._cards.get(answer.addition) or Card(card_id=place, due=answer.at)
            grade = rating(answer, pace(answer, usual))
            self._cards[answer.addition], _ = self._scheduler.review_card(card, grade, answer.at)

    def due(self, now: datetime) -> list[Addition]:
        """Return the additions that are due, the most forgotten first."""
        found = [each for each in self._asked if each in self._cards and self._cards[each].due <= now]
        return sorted(found, key=lambda each: self._scheduler.get_card_retrievability(self._cards[each], now))

    def knows(self, addition: Addition) -> bool:
        return addition in self._cards

    def due_at(self, addition: Addition) -> datetime:
        """Return when an answered addition is due."""
        return self._cards[addition].due

    def next(self, now: datetime, random: Random, but: Addition | None = None) -> Addition:
        """Choose what to ask: an addition that is due, else a new one, else the one due soonest; never `but`."""
        due = [each for each in self.due(now) if each != but]
        if due:
            return due[0]
        new = [each for each in self._asked if each not in self._cards and each != but]
        if new:
            return random.choice(sorted(new, key=_effort)[:FRESH])
        return min((each for each in self._asked if each != but), key=lambda each: self._cards[each].due)


def _effort(addition: Addition) -> tuple[int, int]:
    return min(addition.first, addition.second), addition.first + addition.second


def rating(answer: PracticeAnswer, pace: float | None) -> Rating:
    """Rate an answer by whether it was right, and by the player's usual time."""
    if answer.verdict is not Verdict.RIGHT:
        return Rating.Again
    if pace is None:
        return Rating.Good
    return Rating.Easy if pace <= QUICK else Rating.Hard if pace > SLOW else Rating.Good
