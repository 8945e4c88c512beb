"""A review as the web client receives it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from purrlor.core import Match, Millis, Record, Seat
from purrlor.core.record import parse_event
from purrlor.games.house_of_cats import Ability, HouseOfCats, parse_action
from purrlor.games.house_of_cats.kit import KIT
from purrlor.games.house_of_cats.review import InTurn, WholeTurn
from purrlor.kit.review import Decision, Progress, Review, SeatReview, quietly
from purrlor.table.messages import encoded
from purrlor.table.review import MOST_DRAWN, reviewed

RULES = HouseOfCats(seats=1, abilities=tuple(map(Ability, "ABCD")))
SPACES = [str(space) for space in RULES.layout.spaces]
FIRST = ("fate 4 5 5 mouse", "place mouse D4", "place 5 D5", "place 5 D6", "done")
SECOND = ("fate 2 2 5 mouse", "place 2 A1", "place 5 B1", "place mouse C1", "done")
ROOM = ("fate 2 2 5 mouse", "place 2 A1", "place 2 B1", "place 5 C1", "done")

Judging = Callable[..., None]


def record_of(*steps: str) -> Record[Any, Any, Any]:
    lines = (step if step.startswith("fate") else f"seat1 {step}" for step in steps)
    return Record(RULES, ("Ann",), tuple(parse_event(RULES, line, Millis(0)) for line in lines))


def whole_turn(*steps: str) -> WholeTurn:
    match: Match[Any, Any, Any] = record_of(*steps).match()
    return WholeTurn(tuple(map(parse_action, steps[1:])), match.state.houses[0])


def told(record: Record[Any, Any, Any]) -> list[dict[str, Any]]:
    """The decisions of the only seat, as they travel."""
    review: dict[str, Any] = json.loads(encoded(reviewed(record, quietly)))
    (account,) = review["accounts"]
    decisions: list[dict[str, Any]] = account["decisions"]
    return decisions


def new(house: dict[str, Any]) -> dict[str, str]:
    entries = dict(zip(SPACES, house["entries"], strict=True))
    return {space: entries[space] for space in house["fresh"]}


@pytest.fixture
def judging(monkeypatch: pytest.MonkeyPatch) -> Judging:
    """Has every match reviewed with these losses, each by a turn without a room where there could have been one."""

    def judge(*losses: float) -> None:
        played, better = whole_turn(*SECOND), whole_turn(*ROOM)
        decisions = [
            Decision(event, InTurn(event, ("2",)), played, 10.0, ((better, 10.0 + loss), (played, 10.0)))
            for event, loss in enumerate(losses, 1)
        ]
        account = SeatReview(Seat(0), 10.0, 10.0, tuple(decisions), ())

        def review(
            _: Record[Any, Any, Any], _progress: Progress = quietly, _seats: Any = None, /
        ) -> tuple[SeatReview, ...]:
            return (account,)

        own = KIT.review()
        assert own is not None
        judged = replace(own, seats=review)

        def found(_: object) -> Review:
            return judged

        monkeypatch.setattr(type(KIT), "review", found)

    return judge


def test_a_turn_of_house_of_cats_comes_with_both_sheets(judging: Judging) -> None:
    judging(2.5)
    (decision,) = told(record_of(*SECOND))
    played, better = decision["drawn"]["played"], decision["drawn"]["better"]
    assert new(played) == {"A1": "2", "B1": "5", "C1": "mouse"}
    assert new(better) == {"A1": "2", "B1": "2", "C1": "5"}
    assert played["rooms"] == []
    assert better["rooms"] == [{"number": "2", "spaces": ["A1", "B1"], "points": 1, "fresh": True}]
    assert (decision["worth"], decision["loss"]) == (10.0, 2.5)


def test_only_the_dearest_are_drawn(judging: Judging) -> None:
    judging(*range(1, 9))
    decisions = told(record_of(*SECOND))
    assert [decision["event"] for decision in decisions] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert [decision["drawn"] is not None for decision in decisions] == [place < MOST_DRAWN for place in range(8)]


@pytest.mark.slow
def test_what_was_written_in_earlier_turns_is_not_new() -> None:
    decision = next(each for each in told(record_of(*FIRST, *SECOND)) if each["situation"]["number"] == 2)
    steps = {"played": decision["action"], "better": decision["best"]}
    for which, house in decision["drawn"].items():
        assert {f"place {symbol} {space}" for space, symbol in new(house).items()} == {*steps[which].split(", ")}
        assert house["entries"][SPACES.index("D5")] == "5"
