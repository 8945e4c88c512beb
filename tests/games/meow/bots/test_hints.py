"""A hint's reasons for a card."""

from __future__ import annotations

import pytest

from purrlor.core import Note, Seat
from purrlor.games.meow import Meow, parse_card
from purrlor.games.meow.bots.players import DealAdviser, OnlyThing
from purrlor.games.meow.reasons import (
    GivesColour,
    GoesForToken,
    GoesHigh,
    KeepsTrump,
    LeadsColour,
    LeavesToken,
    SpendsTrump,
    StaysLow,
    WinsToken,
    hint_reason,
)
from tests.games.meow.notated import after, dealt


def test_of_the_last_card_a_hint_says_that_it_is_the_only_one() -> None:
    rules, state = Meow(seats=3), dealt("P1", "B2", "G3")
    legal = rules.legal(state, Seat(0))
    advice = DealAdviser().advise(rules.view(state, Seat(0)), legal)
    assert [action for action, _ in advice.ranked] == list(legal)
    assert advice.reason == OnlyThing()


@pytest.mark.parametrize(("token", "reason"), [("+5", WinsToken()), ("-5", LeavesToken())])
def test_a_hint_says_what_becomes_of_the_token(token: str, reason: Note) -> None:
    state = after(dealt("P7 P9", "P2 P12", row=f"{token} fish"), "P7")
    view = Meow(seats=2).view(state, Seat(1))
    assert DealAdviser().advise(view, Meow(seats=2).legal(state, Seat(1))).reason == reason


@pytest.mark.parametrize(
    ("table", "best", "other", "reason"),
    [
        ("P7", "P12", "P2", GoesForToken()),
        ("P7", "P2", "P12", LeavesToken()),
        ("P7 P8", "P12", "P2", WinsToken()),
        ("P7 P8", "P9", "P12", StaysLow()),
        ("P7 P8", "P3", "P2", GoesHigh()),
        ("P7 P8", "B3", "B2", GoesHigh()),
        ("P7 G8", "B3", "G2", KeepsTrump()),
        ("P7 G8", "G2", "B3", SpendsTrump()),
        ("B7 G8", "P3", "B2", GivesColour()),
        ("", "P3", "B2", LeadsColour()),
        ("", "P3", "G2", KeepsTrump()),
    ],
)
def test_a_hint_compares_the_best_card_with_the_next_best(table: str, best: str, other: str, reason: Note) -> None:
    cards = table.split()
    own = Seat(len(cards))
    hands = [*cards, f"{best} {other}", "P17", "P16"][:3]
    view = Meow(seats=3).view(after(dealt(*hands), *cards), own)
    assert hint_reason(view, parse_card(best), parse_card(other)) == reason
