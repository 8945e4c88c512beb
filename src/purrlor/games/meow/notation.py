"""Actions and their notation, `play G7`; and the notation of random outcomes."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TypeAlias

from purrlor.core import InvalidNotation
from purrlor.core.chance import Values
from purrlor.core.value import Notated

from .cards import CARDS_PER_HAND, Card, card_of, card_value, is_card, parse_card
from .tokens import is_token, parse_token, token_of, token_value


class Play(Notated, frozen=True):
    """Play this card to the trick."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


Action: TypeAlias = Play


@cache
def play(card: Card) -> Play:
    """Return the only object for playing this card: lists and caches find identical objects faster than equal ones."""
    return Play(card)


@lru_cache(maxsize=1024)
def parse_action(text: str) -> Action:
    match text.split():
        case ["play", card]:
            return play(parse_card(card))
        case _:
            raise InvalidNotation(
                "meow.refused.no_action",
                "'{text}' is not an action: say 'play' and a card, such as 'play G7'",
                text=text,
            )


def fate_text(values: Values) -> str:
    """Return `2` (the first player), `+5 fish -3 …` (a row), or `P3 G7 … / B1 …` (the hands of all seats)."""
    texts = [_value_text(value) for value in values]
    nines = (texts[start : start + CARDS_PER_HAND] for start in range(0, len(texts), CARDS_PER_HAND))
    return " / ".join(" ".join(nine) for nine in nines)


def parse_fate(text: str) -> Values:
    return tuple(_parse_value(word) for word in text.split() if word != "/")


def _value_text(value: int) -> str:
    if is_card(value):
        return str(card_of(value))
    return token_of(value) if is_token(value) else str(value)


def _parse_value(text: str) -> int:
    if text in ("1", "2", "3", "4", "5", "6"):
        return int(text)
    if text[:1] in ("P", "B", "G"):
        return card_value(parse_card(text))
    return token_value(parse_token(text))
