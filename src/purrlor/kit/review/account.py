"""The account of one seat: where it started, what luck gave, what decisions lost, where it ended.

    reached = expected at the start + luck - lost by decisions

holds exactly wherever a game is solved, and within the sampling error where it is searched.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import Any

from purrlor.core import Note, Seat

NOTHING = 1e-9
"""A loss up to this much is rounding."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice, judged on what the seat knew when it was made."""

    event: int
    """The number of the event in the record, counted from 1."""
    situation: Note
    """Where the seat stood, in words."""
    action: Any
    worth: float
    """The expected final result after this action and best play from there on."""
    alternatives: tuple[tuple[Any, float], ...]
    """Every legal action with its worth, best first."""
    error: float = 0.0
    """The standard error of the loss; 0 where it was computed exactly."""
    begun: int | None = None
    """The event after which the seat had to choose; None: the one just before."""

    @property
    def asked(self) -> int:
        """Number of events before the decision."""
        return self.event - 1 if self.begun is None else self.begun

    @property
    def best(self) -> Any:
        """The best action; the one chosen, if nothing was better."""
        return self.action if self.loss <= NOTHING else self.alternatives[0][0]

    @property
    def loss(self) -> float:
        return max(0.0, self.alternatives[0][1] - self.worth)


@dataclass(frozen=True, slots=True)
class Luck:
    """What one fate gave beyond what was to be expected of it."""

    event: int
    situation: Note
    gain: float


@dataclass(frozen=True, slots=True)
class Account:
    seat: Seat
    start: float
    """The expected result with best play, before anything happened."""
    reached: float
    """The final result; in an unfinished match what best play may still expect."""
    decisions: tuple[Decision, ...]
    lucks: tuple[Luck, ...]

    @property
    def luck(self) -> float:
        return fsum(luck.gain for luck in self.lucks)

    @property
    def lost(self) -> float:
        return fsum(decision.loss for decision in self.decisions)

    @property
    def real_decisions(self) -> tuple[Decision, ...]:
        """Those with more than one way to go."""
        return tuple(decision for decision in self.decisions if len(decision.alternatives) > 1)

    def course(self) -> tuple[tuple[int, float], ...]:
        """The expected result after each event that changed it, from the start on."""
        changes = [(luck.event, luck.gain) for luck in self.lucks]
        changes += [(decision.event, -decision.loss) for decision in self.decisions]
        expected, course = self.start, [(0, self.start)]
        for event, change in sorted(changes):
            expected += change
            course.append((event, expected))
        return tuple(course)

    def dearest(self, most: int = 5) -> tuple[Decision, ...]:
        """The decisions that lost the most, the dearest first."""
        lossy = [decision for decision in self.decisions if decision.loss > NOTHING]
        return tuple(sorted(lossy, key=lambda decision: -decision.loss)[:most])
