"""Encode what viewers receive of a match: notes of what happened, and updates with everything that a viewer may know.

Nothing is computed twice: notes are kept per viewer, and the part of an update that all viewers share is encoded once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar, cast

import msgspec
from msgspec.structs import asdict

from purrlor.core import Act, Note, Seat
from purrlor.core.story import witnessed
from purrlor.kit import kit
from purrlor.kit.plain_view import plain
from purrlor.words import kind_key

from . import wire
from .match import TableMatch
from .messages import encoded

PLAIN = frozenset((int, str, bool, float, type(None)))
"""Types that JSON encodes directly."""
MOST_NOTES = 20_000
STORY_STEP = 10
"""Number of events whose notes are computed in one step for a new connection. An event takes up to 0.2 ms, and a step
may block the event loop for at most 5 ms."""
T = TypeVar("T")
MOST_TEXTS = 50_000
BEFORE_VIEW = len(encoded(wire.ViewerUpdate(None, (), False, {}))) - len(b"}}")
"""The offset of the picture's fields in an update without a viewer's own part."""
END = b"}"[0]
NOTHING = memoryview(b"")


class BoundedCache(dict[Any, T]):
    """A cache that computes each value once, and is emptied when it is full."""

    def __init__(self, make: Callable[[Any], T], most: int) -> None:
        super().__init__()
        self.make = make
        self.most = most

    def __missing__(self, key: Any) -> T:
        if len(self) >= self.most:
            self.clear()
        made = self[key] = self.make(key)
        return made


text_of = BoundedCache(str, MOST_TEXTS).__getitem__
"""Return an action as text."""


@cache
def note_kind(kind: type[Note]) -> str:
    """Return the name of a kind of note on the wire, which is also its name in the catalogue of words."""
    return kind_key("", kind).removeprefix(".note.")


def note_object(note: Note) -> dict[str, Any]:
    """Convert a note to an object with its kind, as in the catalogue of words, and its values as plain types."""
    found: dict[str, Any] = {"kind": note_kind(type(note)), **asdict(note)}
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


def _note_text(note: Note) -> msgspec.Raw:
    return msgspec.Raw(encoded(note_object(note)))


note_text = BoundedCache(_note_text, MOST_NOTES).__getitem__
"""Encode a note as it is sent."""


@dataclass(slots=True)
class KeptStory:
    """The notes of a match for one viewer, up to an event."""

    notes: list[wire.Told]
    events: int


class Stories:
    """The notes of one match, by viewer."""

    def __init__(self, play: TableMatch) -> None:
        self.play = play
        self.kept: dict[Seat | None, KeptStory] = {}
        """The stories so far. They are kept because computing 9 000 events for a new connection takes 0.6 s."""

    def whole(self, viewer: Seat | None) -> Sequence[wire.Told]:
        """Return all notes of the match for a viewer, computing only notes that are not cached yet."""
        self.continue_story(viewer, self.play.length)
        return self.kept[viewer].notes

    def continue_story(self, viewer: Seat | None, most: int) -> bool:
        """Compute the notes of at most `most` further events for a viewer. Return whether some are left."""
        kept = self.kept.setdefault(viewer, KeptStory([], 0))
        if kept.events < self.play.length:
            last = min(kept.events + most, self.play.length)
            kept.notes += self.since(kept.events, [viewer], last)[viewer]
            kept.events = last
        return kept.events < self.play.length

    def prepare(self, viewers: Iterable[Seat | None]) -> None:
        """Compute the stories of these viewers together, before they connect."""
        for viewer, story in self.since(0, viewers).items():
            self.kept[viewer] = KeptStory(list(story), self.play.length)

    def keep(self, stories: Mapping[Seat | None, Sequence[wire.Told]], first: int) -> None:
        """Keep the notes of the events after number `first`, for viewers whose kept story ends there."""
        for viewer, story in stories.items():
            kept = self.kept.get(viewer)
            if kept is not None and kept.events == first:
                kept.notes += story
                kept.events = self.play.length

    def cut(self, events: int) -> None:
        """Forget the notes of later events, after a take-back."""
        for kept in self.kept.values():
            kept.events = min(kept.events, events)
            while kept.notes and kept.notes[-1].event > events:
                kept.notes.pop()

    def since(
        self, first: int, viewers: Iterable[Seat | None], last: int | None = None
    ) -> Mapping[Seat | None, Sequence[wire.Told]]:
        """Return the notes of the events after number `first`, for each of these viewers.

        Open events have the same notes for all viewers as for a spectator. Only hidden ones are computed per viewer.
        """
        last = self.play.length if last is None else last
        if self.play.match.hides_since(first):
            return self._separate(viewers, first, last)
        return dict.fromkeys(viewers, self._open(first, last))

    def _open(self, first: int, last: int) -> list[wire.Told]:
        """Return the common notes of events that everybody saw."""
        play, game = self.play, self.play.game
        found: list[wire.Told] = []
        before = play.view_after(first, None)
        for number, step in play.match.steps(first, last):
            after = game.view(step.state, None)
            for note in game.tell(before, step.event, after):
                found.append(wire.Told(number, note_text(note)))  # noqa: PERF401 - faster than a comprehension in 3.11
            before = after
        play.views[None] = (play.match.state_after(last), before)
        return found

    def _separate(
        self, viewers: Iterable[Seat | None], first: int, last: int
    ) -> Mapping[Seat | None, Sequence[wire.Told]]:
        found: dict[Seat | None, list[wire.Told]] = {viewer: [] for viewer in viewers}
        for number, step in self.play.match.steps(first, last):
            hidden = witnessed(step.awaiting, step.event, None) is None
            alike = None if hidden else self._notes(number, step.event, None)
            for viewer, story in found.items():
                seen = witnessed(step.awaiting, step.event, viewer)
                story.extend(self._notes(number, seen, viewer) if alike is None else alike)
        return found

    def _notes(self, number: int, seen: Any, viewer: Seat | None) -> list[wire.Told]:
        """Return the notes of one event for a viewer."""
        play = self.play
        notes = play.game.tell(play.view_after(number - 1, viewer), seen, play.view_after(number, viewer))
        return [wire.Told(number, note_text(note)) for note in notes]


def shared_part(update: wire.Update) -> memoryview:
    """Encode the part of an update that follows a viewer's own part of the picture."""
    return memoryview(encoded(update))[BEFORE_VIEW:]


def joined_update(own: wire.ViewerUpdate, shared: memoryview) -> bytes:
    """Return the bytes of a `wire.Update` whose picture begins with the viewer's own part.

    Encoding a whole `Update` for each viewer instead costs CPU time: a move of Yatzy for two takes 9 % more, one of
    MEOW for four 6 % (`python -m bench table`, eight alternating runs of both).
    """
    between = b"," if own.view and shared[0] != END else b""
    return b"".join((encoded(own)[:-2], between, shared))


class UpdateEncoder:
    """An encoder for the updates of one match, which encodes the part that all viewers share only once."""

    __slots__ = ("painter", "play", "shown", "takes_back")

    def __init__(self, play: TableMatch) -> None:
        self.play = play
        self.painter = kit(play.game.name).painter()
        self.takes_back = kit(play.game.name).takes_back(play.game)
        self.shown: tuple[Any, msgspec.Raw] = (None, msgspec.Raw())
        """The spectator's last view, and its encoded picture."""

    def encode(
        self,
        stories: Mapping[Seat | None, Sequence[wire.Told]],
        now: int,
        clock: int | None,
        since: int | None = None,
        *,
        undoes_bots: bool = False,
    ) -> list[tuple[Seat | None, bytes]]:
        """Return an update for each viewer, with their notes."""
        play, match = self.play, self.play.match
        game, own_part = play.game, self.painter.own
        awaiting, over = match.awaiting, play.over
        seats = awaiting.seats
        update = wire.Update(  # more than 15 keyword arguments make Python build a dict: 0.9 instead of 0.2 µs
            None,
            (),
            False,
            self._shown(),
            version=play.version,
            events=play.length,
            awaiting=seats,
            racing=play.racing,
            now=now,
            deadline=awaiting.deadline,
            clock=clock,
            notes=(),
            over=over,
            winners=match.winners if over else (),
            scores=match.scores if over else msgspec.UNSET,
            since=msgspec.UNSET if since is None else since,
        )
        latest, shared = None, NOTHING
        may_take_back = (self.takes_back or undoes_bots) and isinstance(play.last, Act)
        found: list[tuple[Seat | None, bytes]] = []
        for viewer, story in stories.items():
            if story is not latest:
                update.notes = latest = story
                shared = shared_part(update)
            legal = match.legal(viewer) if viewer is not None and viewer in seats else ()
            own = wire.ViewerUpdate(
                viewer,
                tuple(map(text_of, legal)) if legal else (),
                may_take_back and viewer is not None and play.may_take_back(viewer, from_bots=undoes_bots),
                {} if own_part is None else own_part(game, play.view(viewer), legal),
            )
            found.append((viewer, joined_update(own, shared)))
        return found

    def _shown(self) -> msgspec.Raw:
        """Return the picture that everybody sees, which is a spectator's. It is painted only when it has changed."""
        view = self.play.view(None)
        if view != self.shown[0]:
            self.shown = (view, msgspec.Raw(encoded(self.painter.shared(self.play.game, view))))
        return self.shown[1]


def seat_view(play: TableMatch, seat: Seat, number: int) -> wire.SeatView:
    """Return the view of this seat and its legal actions, from which a bot decides."""
    legal = tuple(map(text_of, play.match.legal(seat))) if seat in play.match.awaiting.seats else ()
    return wire.SeatView(seat, play.version, plain(play.view(seat)), legal, number)
