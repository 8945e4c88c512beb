"""The cards: 100 Addition cards, 19 Sum cards, 18 Action cards. The Mouse and the Correction cards are never dealt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from purrlor.core import InvalidNotation
from purrlor.core.value import Value, Word

ActionName: TypeAlias = Literal["chase", "u-turn", "clock", "sumo", "trap", "gift"]
"""How the option `actions` names the Action cards."""


class ActionCard(Word):
    CHASE = "chase"
    U_TURN = "u-turn"
    CLOCK = "clock"
    SUMO = "sumo"
    TRAP = "trap"
    GIFT = "gift"

    def __repr__(self) -> str:
        return f"parse_card({self.value!r})"


COPIES = {
    ActionCard.CHASE: 4, ActionCard.U_TURN: 4, ActionCard.CLOCK: 4, ActionCard.SUMO: 4,
    ActionCard.TRAP: 1, ActionCard.GIFT: 1,
}  # fmt: skip


class Addition(Value, frozen=True):
    first: int
    second: int

    def __str__(self) -> str:
        return f"{self.first}+{self.second}"

    def __repr__(self) -> str:
        return f"parse_card({str(self)!r})"


class Sum(Value, frozen=True):
    number: int

    def __str__(self) -> str:
        return str(self.number)

    def __repr__(self) -> str:
        return f"parse_card({str(self)!r})"


Card: TypeAlias = Addition | Sum | ActionCard
MOST = 10
"""The highest number on an Addition card."""


def sum_of(card: Card) -> int | None:
    """Return the sum of a card; None for an Action card."""
    match card:
        case Addition(first, second):
            return first + second
        case Sum(number):
            return number
        case _:
            return None


def additions(total: int, numbers_up_to: int = MOST) -> tuple[Addition, ...]:
    """Return all additions of a sum that are in the deck, as its Correction card lists them."""
    firsts = range(max(1, total - numbers_up_to), min(numbers_up_to, total - 1) + 1)
    return tuple(Addition(first, total - first) for first in firsts)


def deck(*, numbers_up_to: int = MOST, actions: Iterable[str] = tuple(ActionCard)) -> tuple[Card, ...]:
    """Return every card that is dealt."""
    numbers = range(1, numbers_up_to + 1)
    pairs = [Addition(first, second) for first in numbers for second in numbers]
    sums = [Sum(number) for number in range(2, 2 * numbers_up_to + 1)]
    chosen = [kind for kind in ActionCard if kind in actions]
    return (*pairs, *sums, *(kind for kind in chosen for _ in range(COPIES[kind])))


def card_value(card: Card) -> int:
    """Return the number of a card in the random outcomes: 308 is 3+8, 2011 is the sum 11, 3001 … are Action cards."""
    match card:
        case Addition(first, second):
            return 100 * first + second
        case Sum(number):
            return 2000 + number
        case _:
            return 3001 + tuple(ActionCard).index(card)


_CARDS = {card_value(card): card for card in deck()}
_NAMES = {str(card): card for card in deck()}


def card_of(value: int) -> Card:
    """Invert `card_value`."""
    return _CARDS[value]


def is_card(value: int) -> bool:
    return value in _CARDS


def parse_card(text: str) -> Card:
    """Return the card that `text` names; `str(card)` is the inverse."""
    if text not in _NAMES:
        missing = "there is no card '{text}'; there are 1+1 to 10+10, 2 to 20, {actions}"
        raise InvalidNotation("addi-cats.refused.no_card", missing, text=text, actions=tuple(ActionCard))
    return _NAMES[text]
