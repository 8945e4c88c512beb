"""What each viewer is told: all that they may know, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from typing import Any, cast

import msgspec
from msgspec.structs import asdict

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
MOST_TEXTS = 50_000
NO_WINNERS: dict[str, tuple[int, ...]] = {"winners": ()}


def encoded(message: Any) -> bytes:
    return ENCODER.encode(message)


class Texts(dict[Any, str]):
    """Actions as texts: each is made once, until there are too many of them."""

    def __missing__(self, action: Any) -> str:
        if len(self) >= MOST_TEXTS:
            self.clear()
        text = self[action] = str(action)
        return text


text_of = Texts().__getitem__


@cache
def _kind(kind: type[Note]) -> str:
    return kind_key("", kind).removeprefix(".note.")


def note_object(note: Note) -> dict[str, Any]:
    """A note as an object: its kind as in the catalogue of words, and its values as texts, numbers and lists."""
    found: dict[str, Any] = {"kind": _kind(type(note)), **asdict(note)}
    for name, value in found.items():
        if type(value) not in PLAIN:
            found[name] = _value(value)
    return found


def _value(value: Any) -> Any:
    if isinstance(value, tuple):
        parts = cast("tuple[Any, ...]", value)
        return parts if PLAIN.issuperset(map(type, parts)) else [_value(part) for part in parts]
    if isinstance(value, str | float | int) or value is None:
        return value
    return note_object(value) if isinstance(value, Note) else str(value)


class Teller:
    """Tells the viewers of one match. What is the same for all of them is put into bytes once."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.paint = painter(play.game.name)
        self.shown: tuple[Any, bytes] = (None, b"")
        """What a spectator saw last, and its picture."""

    def updates(
        self, stories: Mapping[int | None, Sequence[wire.Told]], now: int, clock: int | None
    ) -> Iterator[tuple[int | None, bytes]]:
        """An update for each viewer, with their story: `wire.Update`, whose view is `shown` and `own` in one object."""
        shown = self._shown()
        news, latest = b"", None
        for viewer, story in stories.items():
            if story is not latest:
                news, latest = self._news(story, now, clock), story
            yield viewer, b"".join((self._own(viewer)[:-2], b",", shown[1:], b",", news[1:]))

    def _shown(self) -> bytes:
        """What everybody sees: painted as for a spectator, and only when it has changed."""
        view = self.play.view(None)
        if view != self.shown[0]:
            self.shown = (view, encoded(self.paint.shown(self.play.game, view)))
        return self.shown[1]

    def _news(self, story: Sequence[wire.Told], now: int, clock: int | None) -> bytes:
        play, match = self.play, self.play.match
        awaiting = play.awaiting
        over = awaiting.nothing
        return encoded(
            {
                "version": play.version,
                "events": play.length,
                "awaiting": awaiting.seats,
                "now": now,
                "deadline": awaiting.deadline,
                "clock": clock,
                "notes": story,
                "over": over,
                **({"winners": match.winners, "scores": match.scores} if over else NO_WINNERS),
            }
        )

    def _own(self, viewer: int | None) -> bytes:
        """The viewer's part; its view comes last."""
        play, seat = self.play, _seat(viewer)
        legal = () if seat is None or seat not in play.awaiting.seats else play.match.legal(seat)
        may_take_back = seat is not None and play.may_take_back(seat)
        own = self.paint.own(play.game, play.view(seat), legal)
        legal_texts = list(map(text_of, legal))
        return encoded(
            {"type": "update", "seat": viewer, "legal": legal_texts, "take_back": may_take_back, "view": own}
        )

    def stories(
        self, viewers: Iterable[int | None], first: int, last: int | None = None
    ) -> Mapping[int | None, Sequence[wire.Told]]:
        """The notes of the events after the first so many, for each of these viewers.

        What happens in the open is told to all as to a spectator; only what some do not see is told one by one.
        """
        numbers = range(first + 1, (self.play.length if last is None else last) + 1)
        events = [(number, self._seen(number, None)) for number in numbers]
        if all(event is not None for _, event in events):
            return dict.fromkeys(viewers, tuple([told for seen in events for told in self._notes(*seen, None)]))
        told: dict[int | None, list[wire.Told]] = {viewer: [] for viewer in viewers}
        for number, event in events:
            alike = None if event is None else self._notes(number, event, None)
            for viewer in told:
                told[viewer] += self._notes(number, self._seen(number, viewer), viewer) if alike is None else alike
        return told

    def _seen(self, number: int, viewer: int | None) -> Any:
        """An event as a viewer saw it."""
        match = self.play.match
        return witnessed(match.awaiting_after(number - 1), match.event(number), _seat(viewer))

    def _notes(self, number: int, seen: Any, viewer: int | None) -> list[wire.Told]:
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
