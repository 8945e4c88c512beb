"""One player's score sheet."""

from __future__ import annotations

from functools import lru_cache

from purrlor.core.value import Value

from .boxes import LOWER, UPPER, Box

BONUS = 35
BONUS_FROM = 63
_BOXES = tuple(Box)
_PLACE = {box: place for place, box in enumerate(_BOXES)}


@lru_cache(maxsize=4096)
def _open_boxes(entries: tuple[int | None, ...]) -> tuple[Box, ...]:
    return tuple([box for box, entry in zip(_BOXES, entries, strict=True) if entry is None])


class Sheet(Value, frozen=True, cache_hash=True):
    """What was written into each box, in the order of `Box`; None: still open."""

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
        """For 63 points in the upper section, added once at the end."""
        return BONUS if self.full and self.upper >= BONUS_FROM else 0

    @property
    def bonus_in_reach(self) -> bool:
        """Whether five of each face in the open upper boxes would be enough."""
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
