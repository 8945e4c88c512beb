from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pytest

from purrlor.core import InvalidOption, Seat
from purrlor.core.options import option_texts, with_options
from purrlor.games.yatzy import Yatzy


@dataclass(frozen=True)
class House:
    seats: int = 2
    first: Seat | None = None
    pace: Literal["slow", "fast"] = "slow"
    open: bool = False
    cards: tuple[int, ...] = (1, 2)
    limit: int | None = 5


@pytest.mark.parametrize(
    "rules",
    [
        House(),
        House(seats=6, first=Seat(0), pace="fast", open=True, cards=(), limit=None),
        House(first=Seat(3), cards=(-4, 0, 4), limit=-1),
    ],
)
def test_options_read_back_as_they_were_written(rules: House) -> None:
    assert with_options(House, option_texts(rules)) == rules


def test_options_are_written_as_people_say_them() -> None:
    texts = option_texts(House(first=Seat(0)))
    assert texts == {"seats": "2", "first": "1", "pace": "slow", "open": "false", "cards": "1,2", "limit": "5"}


def test_options_not_named_keep_their_default() -> None:
    assert with_options(House, {"seats": "4"}) == House(seats=4)


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("chairs", "2", "there is no option 'chairs'; there are seats, first, pace, open, cards, limit"),
        ("seats", "two", "seats is a whole number, not 'two'"),
        ("seats", "none", "seats is a whole number, not 'none'"),
        ("seats", "", "seats is a whole number"),
        ("seats", "--1", "seats is a whole number"),
        ("seats", "٣", "seats is a whole number"),
        ("seats", "9" * 5000, "seats is a whole number"),
        ("first", "x", "first is a whole number, not 'x'"),
        ("pace", "medium", "pace is one of slow, fast, not 'medium'"),
        ("open", "yes", "open is one of true, false, not 'yes'"),
        ("cards", "1,b", "cards is a whole number, not 'b'"),
    ],
)
def test_bad_value_is_refused_with_what_is_allowed(name: str, text: str, reason: str) -> None:
    with pytest.raises(InvalidOption, match=reason):
        with_options(House, {name: text})


def test_rules_themselves_may_refuse() -> None:
    with pytest.raises(InvalidOption, match="1 to 6 seats, not 7"):
        with_options(Yatzy, {"seats": "7"})
