"""Actions and their notation: `turn`, `hit head`, `hit body`; without a clock, `hit` or `pass`.

Random outcomes are written as seats (`seat3 seat1`) or as cards (`3+8 11 clock`).
"""

from __future__ import annotations

from typing import TypeAlias

from purrlor.core import InvalidNotation
from purrlor.core.value import Notated, Word

from .cards import card_of, card_value, is_card, parse_card


class Part(Word):
    """The part of the mouse that is hit. In the same moment, head beats body."""

    HEAD = "head"
    BODY = "body"

    def __repr__(self) -> str:
        return f"Part.{self.name}"


class Turn(Notated, frozen=True):
    """Turn the top card of your face-down stack onto your face-up pile."""

    def __str__(self) -> str:
        return "turn"


class Hit(Notated, frozen=True):
    """Hit the mouse; where no clock runs, it does not matter where."""

    part: Part | None = None

    def __str__(self) -> str:
        return "hit" if self.part is None else f"hit {self.part}"


class Pass(Notated, frozen=True):
    """Do not hit, in a match without a clock, where each player has to decide."""

    def __str__(self) -> str:
        return "pass"


Action: TypeAlias = Turn | Hit | Pass
TURN = Turn()
HITS = (Hit(Part.HEAD), Hit(Part.BODY))
DECISIONS = (Hit(), Pass())
_ACTIONS: dict[str, Action] = {str(action): action for action in (TURN, *HITS, *DECISIONS)}


def parse_action(text: str) -> Action:
    action = _ACTIONS.get(" ".join(text.split()))
    if action is None:
        no_action = "'{text}' is not an action: say one of {actions}"
        raise InvalidNotation("addi-cats.refused.no_action", no_action, text=text, actions=tuple(_ACTIONS))
    return action


def parse_fate(text: str) -> tuple[int, ...]:
    return tuple(_parse_value(word) for word in text.split())


def _parse_value(word: str) -> int:
    number = word.removeprefix("seat")
    if number != word:
        if number not in ("1", "2", "3", "4", "5", "6"):
            raise InvalidNotation("addi-cats.refused.seat", "seats are seat1 to seat6, not '{text}'", text=word)
        return int(number)
    return card_value(parse_card(word))


def fate_text(values: tuple[int, ...]) -> str:
    return " ".join(str(card_of(value)) if is_card(value) else f"seat{value}" for value in values)
