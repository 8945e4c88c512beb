"""The default spoken answers, for a game that has only rules."""

from __future__ import annotations

from msgspec import Struct

from purrlor.core import Seat
from purrlor.kit.answers import Answers, HintSituation, Question


class View(Struct, frozen=True):
    totals: tuple[int, ...]
    target: int


def answer(question: Question, *legal: str, expected: tuple[int, ...] = (0,), you: int | None = 0) -> list[str]:
    seats = tuple(map(Seat, expected))
    asked = HintSituation(View((3, 7), 20), legal, ["Ann", "Ben"], seats, None if you is None else Seat(you))
    return Answers("pig").answer(question, asked)


def test_the_outline_says_how_things_stand() -> None:
    assert answer("table") == ["Totals:", "  Ann: 3", "  Ben: 7", "Target: 20"]
    assert answer("scores") == ["Totals:", "  Ann: 3", "  Ben: 7"]


def test_moves_are_named_as_far_as_one_can_listen() -> None:
    assert answer("moves", "roll", "hold") == ["You may roll and hold."]
    assert answer("moves", *(f"take {count}" for count in range(20)))[0].endswith("take 11 and 8 more.")


def test_whose_turn_it_is() -> None:
    assert answer("lead") == ["It is your turn."]
    assert answer("lead", expected=(0, 1)) == ["It is your turn, and also that of Ben."]
    assert answer("moves", expected=(1,)) == ["We are waiting for Ben."]
    assert answer("lead", expected=()) == ["The match is over."]
    assert answer("hand", you=None) == ["You are watching, so you have no hand."]
