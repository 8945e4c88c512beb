"""A match as everybody saw it: each event, and what it changed in each seat's view and story."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict

from purrlor.core import Record, Seat
from purrlor.core.record import event_text
from purrlor.core.story import notes
from purrlor.words import words

AnyRecord = Record[Any, Any, Any]


def transcript(record: AnyRecord) -> str:
    return "\n".join(_lines(record)) + "\n"


def _lines(record: AnyRecord) -> Iterator[str]:
    game, match = record.game, record.match()
    viewers = [*(Seat(seat) for seat in range(game.seats)), None]
    for viewer in viewers:
        yield f"{_who(viewer)} sees {_changes(None, game.view(match.states[0], viewer))}"
    for number, event in enumerate(match.log, 1):
        before, after = match.states[number - 1 : number + 1]
        yield f"{number} {event_text(game, event)}"
        for viewer in viewers:
            yield f"  {_who(viewer)} sees {_changes(game.view(before, viewer), game.view(after, viewer))}"
            for note in notes(game, before, event, after, viewer):
                yield f"  {_who(viewer)} hears {words().say(game.name, note, record.names, viewer)}"
    yield f"scores {match.scores}"


def _who(viewer: Seat | None) -> str:
    return "spectator" if viewer is None else f"seat{viewer + 1}"


def _changes(before: Any, after: Any) -> str:
    changed = [
        f"{name}={value!r}" for name, value in asdict(after).items() if before is None or getattr(before, name) != value
    ]
    return ", ".join(changed) or "nothing new"
