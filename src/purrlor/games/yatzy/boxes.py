"""The thirteen boxes, what five dice bring in each, and a player's score sheet."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TypeAlias

from purrlor.core.value import Value, Word

Dice: TypeAlias = tuple[int, ...]
"""Faces in ascending order."""


class Box(Word):
    ONES = "ones"
    TWOS = "twos"
    THREES = "threes"
    FOURS = "fours"
    FIVES = "fives"
    SIXES = "sixes"
    THREE_KIND = "three_kind"
    FOUR_KIND = "four_kind"
    FAT_CAT = "fat_cat"
    SMALL_HAIRBALL = "small_hairball"
    LARGE_FURBALL = "large_furball"
    MOUSER = "mouser"
    NINE_LIVES = "nine_lives"

    def __repr__(self) -> str:
        return f"Box.{self.name}"


UPPER = tuple(Box)[:6]
"""The section Cool Cat."""
LOWER = tuple(Box)[6:]
"""The section Cranky Kitty."""


@cache
def all_points(dice: Dice, mouser_is_fat_cat: bool = False) -> dict[Box, int]:
    """Return the points of `dice` in each box."""
    return {box: points(box, dice, mouser_is_fat_cat=mouser_is_fat_cat) for box in Box}


def points(box: Box, dice: Dice, *, mouser_is_fat_cat: bool = False) -> int:
    """Return the points of `dice` in `box`."""
    counts = sorted((dice.count(face) for face in set(dice)), reverse=True)
    match box:
        case Box.THREE_KIND:
            return sum(dice) if counts[0] >= 3 else 0
        case Box.FOUR_KIND:
            return sum(dice) if counts[0] >= 4 else 0
        case Box.FAT_CAT:
            return 25 if counts == [3, 2] or (counts == [5] and mouser_is_fat_cat) else 0
        case Box.SMALL_HAIRBALL:
            return 30 if longest_run(dice) >= 4 else 0
        case Box.LARGE_FURBALL:
            return 40 if longest_run(dice) == 5 else 0
        case Box.MOUSER:
            return 50 if counts == [5] else 0
        case Box.NINE_LIVES:
            return sum(dice)
        case _:
            face = UPPER.index(box) + 1
            return face * dice.count(face)


def longest_run(dice: Dice) -> int:
    """Return the length of the longest run of faces."""
    longest = length = 0
    for face in range(1, 7):
        length = length + 1 if face in dice else 0
        longest = max(longest, length)
    return longest


BONUS = 35
BONUS_FROM = 63
_BOXES = tuple(Box)
_PLACE = {box: place for place, box in enumerate(_BOXES)}


@lru_cache(maxsize=4096)
def _open_boxes(entries: tuple[int | None, ...]) -> tuple[Box, ...]:
    return tuple([box for box, entry in zip(_BOXES, entries, strict=True) if entry is None])


class Sheet(Value, frozen=True, cache_hash=True):
    """A score sheet: the entry of each box, in the order of `Box`; None: still open."""

    entries: tuple[int | None, ...] = (None,) * len(Box)

    def __getitem__(self, box: Box) -> int | None:
        return self.entries[_PLACE[box]]

    def with_entry(self, box: Box, entry: int) -> Sheet:
        place = _PLACE[box]
        return Sheet((*self.entries[:place], entry, *self.entries[place + 1 :]))

    @property
    def open_boxes(self) -> tuple[Box, ...]:
        return _open_boxes(self.entries)

    @property
    def full(self) -> bool:
        return None not in self.entries

    @property
    def upper(self) -> int:
        return sum(filter(None, self.entries[: len(UPPER)]))

    @property
    def lower(self) -> int:
        return sum(filter(None, self.entries[-len(LOWER) :]))

    @property
    def bonus(self) -> int:
        """Return the bonus for 63 points in the upper section, added once at the end."""
        return BONUS if self.full and self.upper >= BONUS_FROM else 0

    @property
    def bonus_in_reach(self) -> bool:
        """Return whether five of each face in the open upper boxes would be enough for the bonus."""
        return (
            sum([5 * face if entry is None else entry for face, entry in enumerate(self.entries[: len(UPPER)], 1)])
            >= BONUS_FROM
        )

    @property
    def subtotal(self) -> int:
        return self.upper + self.bonus

    @property
    def total(self) -> int:
        return self.subtotal + self.lower
