"""One match stepped by numbers: the common part of PettingZoo, Gymnasium, OpenSpiel and text environments.

In every step each seat to act chooses one action by its number. Chance is drawn in between. In real time a step is a
tick: every seat chooses what to do at this moment, or `wait`, which is one more number after the actions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, TypeAlias

from purrlor.core import Game, Match, Millis, Seat
from purrlor.kit.lab import Encoding

AnyGame: TypeAlias = Game[Any, Any, Any]
TICK = 50
"""The default length of a tick in milliseconds."""
LONGEST_MATCH = 2 * 60 * 60 * 1000
"""The time in milliseconds after which a real-time match is truncated."""


class IllegalChoice(ValueError):
    """The seat cannot do that now; nothing was changed."""


class EncodedSession:
    def __init__(self, rules: AnyGame, encoding: Encoding[Any, Any], seed: str, *, tick: int = TICK) -> None:
        if tick < 1:
            raise ValueError(f"a tick lasts at least 1 ms, not {tick}")
        self.rules = rules
        self.encoding = encoding
        self.tick = tick
        self.wait = len(encoding.actions)
        """The number of the action `wait` of games in real time; turn-based games do not have it."""
        self.match: Match[Any, Any, Any] = Match(rules, seed=seed)
        self.now = Millis(0)
        self.match.settle()

    def clone(self) -> EncodedSession:
        """Return a copy to continue separately; chance gives both the same outcomes."""
        other = copy(self)
        other.match = self.match.clone()
        return other

    @property
    def real_time(self) -> bool:
        return self.encoding.at is not None

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def too_long(self) -> bool:
        return self.real_time and self.now >= LONGEST_MATCH

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that choose in the next step; in real time all of them, because waiting is a choice."""
        if self.over or not self.real_time:
            return self.match.awaiting.seats
        return tuple(Seat(seat) for seat in range(self.rules.seats))

    def observation(self, seat: Seat) -> list[int]:
        return self.encoding.observe(self.match.view(seat), self.now)

    def mask(self, seat: Seat) -> list[int]:
        """Return 1 for each legal action, in real time with `wait` last. Only zeros: the seat has nothing to decide."""
        legal = self.encoding.mask(() if self.over else self.match.legal(seat))
        return [*legal, 1] if self.real_time else legal

    def is_legal(self, seat: Seat, number: int) -> bool:
        mask = self.mask(seat)
        return 0 <= number < len(mask) and bool(mask[number])

    def action_text(self, number: int) -> str:
        return "wait" if number == self.wait else str(self.encoding.actions[number])

    def step(self, choices: Mapping[int, int]) -> None:
        """Play one action of each seat to act; raises `IllegalChoice` if one is missing or illegal."""
        for seat in self.awaited:
            number = choices.get(seat)
            if number is None:
                raise IllegalChoice(f"seat {seat + 1} has to choose")
            if not self.is_legal(seat, number):
                raise IllegalChoice(self.refusal(seat, number))
        if self.real_time:
            self._tick(choices)
        else:
            for seat in self.awaited:
                self.match.act(seat, self.encoding.actions[choices[seat]])
            self.match.settle()

    def refusal(self, seat: Seat, number: int) -> str:
        mask = self.mask(seat)
        named = f" ({self.action_text(number)})" if 0 <= number < len(mask) else ""
        legal = ", ".join(self.action_text(each) for each, bit in enumerate(mask) if bit)
        return f"seat {seat + 1} cannot choose {number}{named} now; legal: {legal}"

    def _tick(self, choices: Mapping[int, int]) -> None:
        """Let all act at the same moment.

        The order of simultaneous acts must not matter: the rules let chance break ties. An action that became illegal
        by what others did in the same moment is dropped.
        """
        acting = [seat for seat in self.awaited if choices[seat] != self.wait]
        for seat in sorted(acting, key=lambda seat: (-choices[seat], seat)):
            action = self.encoding.actions[choices[seat]]
            if action in self.match.legal(seat):
                self.match.act(seat, action, self.now)
                self.match.settle(self.now)
        self.now = Millis(self.now + self.tick)
        while (deadline := self.match.awaiting.deadline) is not None and deadline < self.now:
            self.match.time_out(Millis(max(deadline, self.match.now)))
            self.match.settle(self.match.now)

    def returns(self) -> list[float]:
        """Return 1 for winning alone, less for a shared victory, and a negative share for each loser.

        The returns add up to 0; a single seat gets its points.
        """
        return shared_rewards(self.match.scores, self.match.winners)


def shared_rewards(scores: Sequence[int], winners: Sequence[int]) -> list[float]:
    """Return the rewards at the end of a match, one for each seat, as `EncodedSession.returns` describes them."""
    seats = len(scores)
    if seats == 1:
        return [float(scores[0])]
    return [(seats * (1 / len(winners) if seat in winners else 0) - 1) / (seats - 1) for seat in range(seats)]
