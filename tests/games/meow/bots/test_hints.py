"""What a hint says of a card."""

from __future__ import annotations

from purrlor.core import Seat
from purrlor.games.meow import Meow
from purrlor.games.meow.bots.players import DealAdviser, OnlyThing
from tests.games.meow.notated import dealt


def test_of_the_last_card_a_hint_says_that_it_is_the_only_one() -> None:
    rules, state = Meow(seats=3), dealt("P1", "B2", "G3")
    legal = rules.legal(state, Seat(0))
    advice = DealAdviser().advise(rules.view(state, Seat(0)), legal)
    assert [action for action, _ in advice.ranked] == list(legal)
    assert advice.reason == OnlyThing()
