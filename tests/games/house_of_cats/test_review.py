"""Luck and loss in House of Cats: sampled, so losses come with their error; the review adds up exactly."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from purrlor.core import Fate, Match, Millis, Record, Seat
from purrlor.core.record import parse_event
from purrlor.games.house_of_cats import (
    Ability,
    Action,
    House,
    HouseOfCats,
    State,
    View,
    pack,
    parse_action,
    parse_sheet,
)
from purrlor.games.house_of_cats import review as reviewing
from purrlor.games.house_of_cats.bots.players import LYNX, Planner
from purrlor.games.house_of_cats.bots.search.planner import (
    Plan,
    SearchParameters,
    SearchRoot,
    rollout_values,
    search_root,
    turn_begun,
)
from purrlor.games.house_of_cats.review import InTurn, WholeTurn, judge, mistake_kind, review
from purrlor.games.house_of_cats.story import FillsSheet, StartsWith
from purrlor.kit import Uniform, kit
from purrlor.kit.review import Decision
from purrlor.lab.playout import play_out

pytestmark = pytest.mark.slow

HouseRecord = Record[State, Action, View]
ABCD = tuple(Ability(letter) for letter in "ABCD")


def record_of(match: Match[State, Action, View], rules: HouseOfCats) -> HouseRecord:
    return Record(rules, tuple(f"Cat {seat}" for seat in range(rules.seats)), tuple(match.log))


def notated(rules: HouseOfCats, *lines: str) -> HouseRecord:
    events = tuple(parse_event(rules, line, Millis(0)) for line in lines)
    return Record(rules, ("Ann",) * rules.seats, events)


@pytest.mark.parametrize("level", [1, 3])
def test_the_account_adds_up_and_tells_a_good_player_from_a_random_one(level: int) -> None:
    rules = HouseOfCats(seats=2, level=level)
    match = play_out(rules, [Uniform(), Planner(LYNX)], "review")
    reviews = review(record_of(match, rules))
    for seat_review, total in zip(reviews, match.scores, strict=True):
        assert seat_review.reached == total
        assert seat_review.start + seat_review.luck - seat_review.lost == pytest.approx(total, abs=1e-9)
    assert reviews[0].lost > reviews[1].lost + 10
    assert isinstance(reviews[0].lucks[-1].situation, FillsSheet)


def test_a_spoilt_room_is_dear_and_the_better_turn_is_shown() -> None:
    rules = HouseOfCats(seats=1, abilities=ABCD)
    house = House("5555.m" + "m" * 24 + "......")
    state = rules.apply(replace(rules.initial(), houses=(house,)), Fate(rules.parse_fate("2 3 5 mouse")))
    view = rules.view(state, Seat(0))
    found = judge(search_root(view, turn_begun(view)), replace(house, entries="55552m" + house.entries[6:]))
    assert found.better is not None
    assert parse_action("place 5 E1") in found.better.steps
    assert found.better_worth - found.played > max(4, 3 * found.error)


def test_a_better_turn_comes_with_its_sheet() -> None:
    rules = HouseOfCats(seats=1, abilities=ABCD)
    steps = ["place mouse A1", "place 5 A2", "place 2 B1", "done"]
    (seat_review,) = review(notated(rules, "fate 2 5 5 mouse", *(f"seat1 {step}" for step in steps)))
    (decision,) = seat_review.decisions
    assert decision.event == 5
    assert decision.error > 0
    turns = [turn for turn, _ in decision.alternatives]
    assert all(isinstance(turn, WholeTurn) and turn.house is not None and turn.house.filled == 3 for turn in turns)


def test_judging_a_turn_samples_a_bounded_number_of_houses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sampling is nearly all of the time that a review takes; all candidates with all series would be 720 houses."""
    sampled: list[int] = []

    def counting(
        root: SearchRoot, parameters: SearchParameters, plans: list[Plan], series: int, seed: int
    ) -> list[list[float]]:
        sampled.append(len(plans) * series)
        return rollout_values(root, parameters, plans, series, seed)

    monkeypatch.setattr(reviewing, "rollout_values", counting)
    rules = HouseOfCats(seats=1, abilities=ABCD)
    steps = ("place mouse A1", "place 5 A2", "place 2 B1", "done")
    review(notated(rules, "fate 2 5 5 mouse", *(f"seat1 {step}" for step in steps)))
    assert 0 < sum(sampled) <= 360


def test_only_the_seats_that_are_requested_are_judged() -> None:
    rules = HouseOfCats(seats=2, abilities=ABCD)
    record = notated(rules, "fate 2 5 5 mouse", "seat1 place mouse A1")
    assert [each.seat for each in review(record, seats=[Seat(1)])] == [1]


def test_a_turn_is_named_by_its_number_and_dice() -> None:
    rules = HouseOfCats(seats=1, abilities=ABCD)
    steps = ("fate 2 2 3 mouse", "seat1 place 2 A1", "seat1 place 2 A2", "seat1 place 3 A3", "seat1 done")
    (seat_review,) = review(notated(rules, *steps))
    assert seat_review.decisions[0].situation == InTurn(1, ("2", "2", "3", "mouse"))


def test_a_turn_reads_as_its_steps() -> None:
    rules = HouseOfCats(seats=1, abilities=ABCD)
    record = notated(
        rules, "fate 2 2 3 mouse", "seat1 place 2 A1", "seat1 place 2 A2", "seat1 place 3 A3", "seat1 done"
    )
    (seat_review,) = review(record)
    assert str(seat_review.decisions[0].action) == "place 2 A1, place 2 A2, place 3 A3"
    assert review(record) == (seat_review,)


def test_a_sheet_too_large_to_search_is_not_judged() -> None:
    rows = "\n".join(f"{row} . . . . . . . . ." for row in range(1, 10))
    sheet = pack(parse_sheet(f"level: 1\ncats: . .\ncheese: 1\n\n  A B C D E F G H I\n{rows}\n"))
    (seat_review,) = review(notated(HouseOfCats(seats=1, abilities=ABCD, sheet=sheet), "fate 2 2 3 mouse"))
    assert seat_review.decisions == ()


def test_house_of_cats_can_be_reviewed() -> None:
    assert kit("house-of-cats").review() is not None


def test_starting_symbols_that_lost_something_are_an_early_mistake() -> None:
    rules = HouseOfCats(seats=1, level=2)
    turns = ((WholeTurn(parse_turn("place 3 A1")), 40.0), (WholeTurn(parse_turn("place 3 A2")), 38.0))
    decision = Decision(2, StartsWith(("3", "4", "mouse")), turns[1][0], 38.0, turns)
    assert mistake_kind(record_of(Match(rules), rules), decision) == "early"


def parse_turn(text: str) -> tuple[Action, ...]:
    return tuple(parse_action(step) for step in text.split(", "))
