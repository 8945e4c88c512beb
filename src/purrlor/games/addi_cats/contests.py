"""The contests that give a right to hit: equal sums, a Sumo, and an Action card as last card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from purrlor.core import Seat
from purrlor.core.value import Value

from .cards import ActionCard
from .table import ShownPlace, top_card, top_sum

Sums: TypeAlias = dict[int, tuple[int, ...]]
"""Each sum that lies on top of a pile, with the places that show it."""


class Contest(Value, frozen=True):
    """Something that the fastest decides."""

    sums: tuple[int, ...]
    """The equal sum; in a Sumo the highest and the lowest."""
    fighters: tuple[int, ...]
    """The places whose piles are at stake."""
    sumo: bool = False
    equals: tuple[int, ...] = ()
    """The fighters who show the same sum, to whom an outsider gives."""
    outsiders: tuple[int, ...] = ()
    """Places whose last card is an Action card: they may hit because two others show the same sum."""

    def seats(self, places: Sequence[ShownPlace]) -> frozenset[Seat]:
        """Return the players concerned."""
        return frozenset(places[number].owner for number in (*self.fighters, *self.outsiders))

    def place_of(self, places: Sequence[ShownPlace], seat: Seat) -> int:
        """Return the place for which a player hits: the one with the most cards to give, the first if equal."""
        own = [number for number in (*self.fighters, *self.outsiders) if places[number].owner == seat]
        return max(own, key=lambda number: (len(places[number].pile), -number))

    def losers(self, winner: int) -> list[int]:
        """Return the places that get the pile of the fastest."""
        losers = self.fighters if winner in self.fighters else self.equals
        return [number for number in losers if number != winner]


def contests(places: Sequence[ShownPlace], *, sumo: bool) -> tuple[Contest, ...]:
    """Return all open contests, each with its own fighters: the Sumo, then equal sums, the higher first."""
    shown = _sums(places)
    equal = sorted((total for total in shown if len(shown[total]) > 1), reverse=True)
    fought = {max(shown), min(shown)} if sumo and _two_sums(shown) else set[int]()
    if not equal and not fought:
        return ()
    groups = [tuple(sorted(fought, reverse=True))] if fought else []
    groups += [(total,) for total in equal if total not in fought]
    return tuple(_contest(places, shown, sums, equal[:1], fought) for sums in groups)


def _contest(
    places: Sequence[ShownPlace], shown: Sums, sums: tuple[int, ...], top: list[int], fought: set[int]
) -> Contest:
    """Build a contest; an outsider hits for the highest of the equal sums."""
    fighters = tuple(sorted(number for total in sums for number in shown[total]))
    is_sumo = sums[0] in fought
    if not top or top[0] not in sums:
        return Contest(sums, fighters, is_sumo)
    outsiders = tuple(
        number for number, place in enumerate(places) if not place.face_down and isinstance(top_card(place), ActionCard)
    )
    return Contest(sums, fighters, is_sumo, equals=shown[top[0]], outsiders=outsiders)


def _sums(places: Sequence[ShownPlace]) -> Sums:
    shown: Sums = {}
    for number, place in enumerate(places):
        total = top_sum(place)
        if total is not None:
            shown[total] = (*shown.get(total, ()), number)
    return shown


def _two_sums(shown: Sums) -> bool:
    return sum(len(numbers) for numbers in shown.values()) >= 2


def can_sumo(places: Sequence[ShownPlace]) -> bool:
    """Return whether there are two sums on the table, as a Sumo needs."""
    return _two_sums(_sums(places))
