"""The story: typed notes of what happened. Your steps become notes one by one; those of others together at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from purrlor.core import Act, Event, Note, Seat

from .house import House
from .notation import Action, Back, Expand, Forfeit, Place, TakeCat, Use, Write
from .sheet import Space
from .symbols import SYMBOLS, Ability, Symbol, symbol_name
from .view import View


class Drawn(Note, frozen=True):
    """The abilities of the match, tied to 2, 3, 4 and 5."""

    ability: tuple[Ability, ...]


class Rolled(Note, frozen=True):
    """The results of the dice, which all players use."""

    results: tuple[str, ...]


class StartsWith(Note, frozen=True):
    """The starting symbols of levels 2 and 3."""

    results: tuple[str, ...]


class Writes(Note, frozen=True):
    seat: Seat
    symbol: Symbol
    space: Space


class CrossesOffCat(Note, frozen=True):
    seat: Seat


class Uses(Note, frozen=True):
    """`how` is the use in notation."""

    seat: Seat
    ability: Ability
    how: str


class CompletesRoom(Note, frozen=True):
    seat: Seat
    number: int
    spaces: tuple[Space, ...]


class Expands(Note, frozen=True):
    seat: Seat
    space: Space


class Forfeits(Note, frozen=True):
    seat: Seat


class TakesBack(Note, frozen=True):
    seat: Seat


class Finishes(Note, frozen=True):
    """Done, while others are not."""

    seat: Seat


class FillsSheet(Note, frozen=True):
    seat: Seat


class Practised(Note, frozen=True):
    """The end of a game alone."""

    seat: Seat
    total: int


class Wins(Note, frozen=True):
    seat: Seat
    total: int


class WinsTie(Note, frozen=True):
    """Equal points, more filled spaces."""

    seat: Seat
    total: int
    filled: int


class ShareVictory(Note, frozen=True):
    seats: tuple[Seat, ...]
    total: int


def tell(before: View, event: Event[Action] | None, after: View) -> Sequence[Note]:
    return tuple(_notes(before, event, after))


def _notes(before: View, event: Event[Action] | None, after: View) -> Iterator[Note]:
    if after.abilities != before.abilities:
        yield Drawn(after.abilities)
    if after.dice and not before.dice:
        results = tuple(symbol_name(SYMBOLS[result]) for result in after.dice)
        yield Rolled(results) if after.number else StartsWith(results)
    if after.number > before.number:
        yield from _turn_over(before, after)
        return
    yield from _own(before, event, after)
    yield from _finished(before, after)


def _own(before: View, event: Event[Action] | None, after: View) -> Iterator[Note]:
    """Describe a step of the viewer's own turn."""
    if not isinstance(event, Act) or event.seat != after.viewer or before.turn is None or after.turn is None:
        return
    if isinstance(event.action, Back):
        yield TakesBack(event.seat)
        return
    yield from _step(event.seat, event.action)
    yield from _rooms(event.seat, before.turn.house, after.turn.house)


def _step(seat: Seat, action: Action) -> Iterator[Note]:
    match action:
        case Place(symbol, space) | Write(symbol, space):
            yield Writes(seat, symbol, space)
        case TakeCat():
            yield CrossesOffCat(seat)
        case Use(ability):
            yield Uses(seat, ability, str(action).removeprefix("use "))
        case Expand(space):
            yield Expands(seat, space)
        case Forfeit():
            yield Forfeits(seat)
        case _:
            return


def _rooms(seat: Seat, before: House, after: House) -> Iterator[Note]:
    for room in after.rooms[len(before.rooms) :]:
        yield CompletesRoom(seat, int(room.number), room.spaces)


def _finished(before: View, after: View) -> Iterator[Note]:
    """Name the seats that have just finished their turn; a roll begins a new turn."""
    if before.dice:
        for seat, (was, now) in enumerate(zip(before.waiting, after.waiting, strict=True)):
            if now and not was:
                yield Finishes(Seat(seat))


def _turn_over(before: View, after: View) -> Iterator[Note]:
    for seat, steps in enumerate(after.last):
        if seat != after.viewer:
            yield from (note for action in steps for note in _step(Seat(seat), action))
            yield from _rooms(Seat(seat), before.houses[seat], after.houses[seat])
        if after.houses[seat].full and not before.houses[seat].full:
            yield FillsSheet(Seat(seat))
    if after.over:
        yield _ending(after)


def _ending(after: View) -> Note:
    totals = [points.total for points in after.points]
    best, total = after.winners, max(totals)
    if len(best) > 1:
        return ShareVictory(best, total)
    seat = min(best)
    if len(totals) == 1:
        return Practised(seat, total)
    tied = totals.count(total) > 1
    return WinsTie(seat, total, after.houses[seat].filled) if tied else Wins(seat, total)
