"""Actions and their notation: `roll`, `keep 3 3 5`, `score fat_cat`."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TypeAlias

from msgspec.structs import force_setattr

from purrlor.core import InvalidNotation
from purrlor.core.value import Notated

from .boxes import Box, Dice


class Keep(Notated, frozen=True, cache_hash=True):
    """Keep these dice and roll the others; with none kept, roll all five."""

    dice: Dice = ()

    def __post_init__(self) -> None:
        force_setattr(self, "dice", tuple(sorted(self.dice)))

    def __str__(self) -> str:
        return f"keep {dice_text(self.dice)}" if self.dice else "roll"


class Score(Notated, frozen=True, cache_hash=True):
    """Fill a box with the dice as they lie; this ends the turn."""

    box: Box

    def __str__(self) -> str:
        return f"score {self.box}"


Action: TypeAlias = Keep | Score


@cache
def keep(dice: Dice) -> Keep:
    """Return the only object for keeping these dice.

    Legal actions are looked up among each other and in caches with every move, and equal objects that are not the same
    one are compared field by field: for 28 legal actions that took 3.8 instead of 2.1 µs to find their texts.
    """
    return Keep(dice)


@cache
def score(box: Box) -> Score:
    """Return the only object for filling this box."""
    return Score(box)


@lru_cache(maxsize=4096)
def parse_action(text: str) -> Action:
    match text.split():
        case ["roll"]:
            return keep(())
        case ["keep", *faces] if 1 <= len(faces) <= 4:
            return keep(parse_dice(" ".join(faces)))
        case ["keep", *faces]:
            raise InvalidNotation(
                "yatzy.refused.keep",
                "keep names 1 to 4 dice, not {count}; to roll all five say 'roll'",
                count=len(faces),
            )
        case ["score", box]:
            return score(parse_box(box))
        case _:
            raise InvalidNotation(
                "yatzy.refused.no_action",
                "'{text}' is not an action: say 'roll', 'keep 3 3 5' or 'score fat_cat'",
                text=text,
            )


def parse_box(text: str) -> Box:
    try:
        return Box(text)
    except ValueError:
        missing = "there is no box '{text}'; there are {boxes}"
        raise InvalidNotation("yatzy.refused.no_box", missing, text=text, boxes=tuple(Box)) from None


def parse_dice(text: str) -> Dice:
    for face in text.split():
        if face not in ("1", "2", "3", "4", "5", "6"):
            raise InvalidNotation("yatzy.refused.die", "a die shows 1 to 6, not '{face}'", face=face)
    return tuple(sorted(int(face) for face in text.split()))


@cache
def dice_text(dice: Dice) -> str:
    return " ".join(map(str, dice))
