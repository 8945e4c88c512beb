"""What each viewer is told: all that they may know, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from functools import cache, lru_cache
from typing import Any, cast

import msgspec

from purrlor.core import Note, Seat, commitment
from purrlor.core.story import witnessed
from purrlor.page import painter
from purrlor.words import kind_key

from . import wire
from .play import Play
from .rows import TableRow
from .setup import SeatSetup, Setup

ENCODER = msgspec.json.Encoder()
PLAIN = frozenset((int, str, bool, float, type(None)))
"""What JSON can say as it is."""


def encoded(message: Any) -> bytes:
    return ENCODER.encode(message)


@cache
def _kind(kind: Any) -> tuple[str, tuple[str, ...]]:
    return kind_key("", kind).removeprefix(".note."), kind.__struct_fields__


def note_object(note: Note) -> dict[str, Any]:
    """A note as an object: its kind as in the catalogue of words, and its values as texts, numbers and lists."""
    kind, names = _kind(cast("Any", type(note)))
    found: dict[str, Any] = {"kind": kind}
    for name in names:
        value = getattr(note, name)
        found[name] = value if type(value) in PLAIN else _value(value)
    return found


def _value(value: Any) -> Any:
    if isinstance(value, str | float | int) or value is None:
        return value
    if isinstance(value, Note):
        return note_object(value)
    if isinstance(value, tuple):
        parts = cast("tuple[Any, ...]", value)
        return parts if PLAIN.issuperset(map(type, parts)) else [_value(part) for part in parts]
    return str(value)


@lru_cache(10_000)
def texts(legal: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple([str(action) for action in legal])


class Teller:
    """Tells the viewers of one match."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.paint = painter(play.game.name)

    def update(self, viewer: int | None, told: Sequence[wire.Told], now: int, clock: int | None) -> bytes:
        play, match = self.play, self.play.match
        seat = _seat(viewer)
        awaiting = play.awaiting
        legal = () if seat is None or seat not in awaiting.seats else match.legal(seat)
        over = awaiting.nothing
        return encoded(
            wire.Update(
                seat=viewer,
                version=play.version,
                events=play.length,
                view=self.paint(play.game, play.view(seat), legal),
                legal=texts(tuple(legal)),
                awaiting=list(awaiting.seats),
                now=now,
                deadline=awaiting.deadline,
                clock=clock,
                notes=list(told),
                take_back=seat is not None and play.may_take_back(seat),
                over=over,
                winners=list(match.winners) if over else [],
                scores=list(match.scores) if over else msgspec.UNSET,
            )
        )

    def stories(
        self, viewers: Iterable[int | None], first: int, last: int | None = None
    ) -> dict[int | None, list[wire.Told]]:
        """The notes of the events after the first so many, for each of these viewers.

        What happens in the open is told to all as to a spectator; only what some do not see is told one by one.
        """
        told: dict[int | None, list[wire.Told]] = {viewer: [] for viewer in viewers}
        for number in range(first + 1, (self.play.length if last is None else last) + 1):
            seen = self._seen(number, None)
            alike = None if seen is None else self._notes(number, None, seen)
            for viewer in told:
                told[viewer] += self._notes(number, viewer, self._seen(number, viewer)) if alike is None else alike
        return told

    def _seen(self, number: int, viewer: int | None) -> Any:
        """An event as a viewer saw it."""
        match = self.play.match
        return witnessed(self.play.game, match.state_after(number - 1), match.event(number), _seat(viewer))

    def _notes(self, number: int, viewer: int | None, seen: Any) -> list[wire.Told]:
        """What a viewer is told of one event."""
        play, seat = self.play, _seat(viewer)
        notes = play.game.tell(play.view_after(number - 1, seat), seen, play.view_after(number, seat))
        return [wire.Told(number, note_object(note)) for note in notes]


def _seat(viewer: int | None) -> Seat | None:
    return None if viewer is None else Seat(viewer)


def table_info(
    row: TableRow, setup: Setup, status: wire.Status, *, person: str, here: Set[str], watchers: int
) -> wire.TableInfo:
    """All about a table but its match, as `person` may know it: no seed before the end, no id of anybody."""
    return wire.TableInfo(
        protocol=wire.PROTOCOL,
        id=row.id,
        game=setup.game,
        options=setup.options,
        status=status,
        seats=[_seat_info(seat, person, here) for seat in setup.seats],
        clock=setup.clock,
        watch=setup.watch,
        chat=setup.chat,
        hints=setup.hints,
        host=bool(person) and setup.host == person,
        watchers=watchers,
        commitment=commitment(row.secret),
        contributions=list(setup.contributions),
        seed=row.secret.hex() if status == "over" else "",
        next=setup.next,
        next_key=setup.next_key if setup.seats_of(person) else "",
        lesson=setup.lesson,
    )


def _seat_info(seat: SeatSetup, person: str, here: Set[str]) -> wire.SeatInfo:
    return wire.SeatInfo(
        name=seat.name,
        kind=seat.kind,
        level=seat.level if seat.played_by_bot else "",
        stands_in=seat.stands_in,
        here=seat.kind == "bot" or (seat.kind == "person" and seat.person in here),
        yours=bool(person) and seat.person == person,
        ready=seat.ready,
    )
