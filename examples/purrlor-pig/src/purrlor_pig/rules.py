"""Pig, as John Scarne describes it (1945): roll as often as you dare, but a 1 costs all that this turn brought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from msgspec.structs import replace

from purrlor.core import Act, Awaiting, Event, Fate, InvalidNotation, PlainGame, Roll, Seat, check
from purrlor.core.options import require
from purrlor.core.value import Value

Action = Literal["roll", "hold"]
ACTIONS: dict[str, Action] = {"roll": "roll", "hold": "hold"}


class State(Value, frozen=True):
    totals: tuple[int, ...]
    turn: int = 0
    """The points of the running turn."""
    seat: Seat = Seat(0)
    rolling: bool = False


class View(Value, frozen=True):
    """Everything is open in Pig."""

    totals: tuple[int, ...]
    turn_total: int
    target: int


@dataclass(frozen=True)
class Pig(PlainGame[State, Action, View]):
    name: ClassVar[str] = "pig"
    version: ClassVar[int] = 1

    seats: int = 2
    target: int = 100

    def __post_init__(self) -> None:
        require(1 <= self.seats <= 6, f"Pig is for 1 to 6 players, not {self.seats}")
        require(10 <= self.target <= 1000, f"the target is 10 to 1000, not {self.target}")

    def initial(self) -> State:
        return State((0,) * self.seats)

    def awaiting(self, state: State) -> Awaiting:
        if max(state.totals) >= self.target:
            return Awaiting()
        return Awaiting(chance=Roll(1)) if state.rolling else Awaiting(seats=(state.seat,))

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat not in self.awaiting(state).seats:
            return ()
        return ("roll", "hold") if state.turn else ("roll",)

    def apply(self, state: State, event: Event[Action]) -> State:
        check(self, state, event)
        if isinstance(event, Fate):
            rolled = event.values[0]
            return self._next(state, 0) if rolled == 1 else replace(state, turn=state.turn + rolled, rolling=False)
        assert isinstance(event, Act)
        return replace(state, rolling=True) if event.action == "roll" else self._next(state, state.turn)

    def _next(self, state: State, gained: int) -> State:
        """The next seat's turn."""
        totals = tuple(total + gained * (seat == state.seat) for seat, total in enumerate(state.totals))
        return State(totals, seat=Seat((state.seat + 1) % self.seats))

    def view(self, state: State, seat: Seat | None) -> View:
        del seat
        return View(state.totals, state.turn, self.target)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.totals

    def parse_action(self, text: str) -> Action:
        if text not in ACTIONS:
            raise InvalidNotation(f"{text!r} is neither roll nor hold")
        return ACTIONS[text]
