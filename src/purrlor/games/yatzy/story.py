"""The story: typed notes of what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from purrlor.core import Act, Event, Fate, Note, Seat, winners

from .boxes import BONUS_FROM, Box, Dice
from .notation import Action, Keep, Score

if TYPE_CHECKING:
    from .rules import View


class Starts(Note, frozen=True):
    seat: Seat


class Rolls(Note, frozen=True):
    """Dice were rolled: `rolled` are those that were thrown, `dice` all five afterwards."""

    seat: Seat
    rolled: Dice
    dice: Dice


class Keeps(Note, frozen=True):
    seat: Seat
    dice: Dice


class Scores(Note, frozen=True):
    seat: Seat
    box: Box
    points: int


class Scratches(Note, frozen=True):
    """A zero had to be written, or was."""

    seat: Seat
    box: Box


class ReachesBonus(Note, frozen=True):
    seat: Seat


class Practised(Note, frozen=True):
    """The end of a solitary practice match."""

    seat: Seat
    total: int


class Wins(Note, frozen=True):
    seat: Seat
    total: int


class ShareVictory(Note, frozen=True):
    seats: tuple[Seat, ...]
    total: int


def tell(before: View, event: Event[Action] | None, after: View) -> Sequence[Note]:
    match event:
        case Fate() if before.turn is None and after.turn is not None:
            return (Starts(after.turn),)
        case Fate() if after.turn is not None:
            return (Rolls(after.turn, event.values, after.dice),)
        case Act(seat=seat, action=Keep(dice=dice)):
            return (Keeps(seat, dice),) if dice else ()
        case Act(seat=seat, action=Score(box=box)):
            return tuple(_scored(before, seat, box, after))
        case _:
            return ()


def _scored(before: View, seat: Seat, box: Box, after: View) -> Iterator[Note]:
    points = after.sheets[seat][box]
    yield Scores(seat, box, points) if points else Scratches(seat, box)
    if after.sheets[seat].upper >= BONUS_FROM > before.sheets[seat].upper:
        yield ReachesBonus(seat)
    if after.over:
        yield _ending(after)


def _ending(after: View) -> Note:
    totals = [sheet.total for sheet in after.sheets]
    best = winners(totals)
    if len(totals) == 1:
        return Practised(best[0], totals[0])
    return Wins(best[0], max(totals)) if len(best) == 1 else ShareVictory(best, max(totals))
