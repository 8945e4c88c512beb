"""Compute the answers of bots, advisers and reviews, and choose the next pace of adaptive levels.

Pure but slow: call it outside the event loop.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from purrlor.core import Note, Record, Seat
from purrlor.core.options import with_options
from purrlor.kit import Bot, games, kit, level
from purrlor.kit.bots import Adviser, NextBest
from purrlor.kit.review import Progress

from . import wire
from .effects import BotRequest
from .review import reviewed
from .setup import Setup
from .updates import note_object

if TYPE_CHECKING:
    from .table import Table

Options: TypeAlias = tuple[tuple[str, str], ...]
MOST_KEPT = 200
"""Number of cached games, bots and advisers each. It is bounded because visitors choose the options."""
MOST_RANKED = 10


@lru_cache(maxsize=MOST_KEPT)
def _game(name: str, options: Options) -> Any:
    return with_options(games()[name], dict(options))


@lru_cache(maxsize=MOST_KEPT)
def _adviser(name: str, options: Options) -> Adviser | None:
    return kit(name).adviser(_game(name, options)) if kit(name).gives_advice else None


@lru_cache(maxsize=MOST_KEPT)
def bot(name: str, options: Options, level_name: str) -> Bot[Any, Any]:
    return level(name, level_name).make(_game(name, options))


def choose(name: str, options: Options, request: BotRequest) -> tuple[str, int]:
    """Return a bot's action in notation, and its delay in milliseconds."""
    choice = bot(name, options, request.level).choose(request.view, request.legal, Random(request.seed))
    return str(choice.action), int(choice.delay)


class PlainAdvice(NamedTuple):
    """An adviser's answer in plain values, which pass between processes."""

    ranked: list[wire.Ranked]
    reason: dict[str, Any] | None
    next_best: wire.NextBest | None


def advise(name: str, options: Options, request: BotRequest) -> PlainAdvice | None:
    """Return what the game's adviser says; None: the game has no adviser."""
    found = _adviser(name, options)
    if found is None:
        return None
    advice = found.advise(request.view, request.legal)
    ranked = [wire.Ranked(str(action), float(worth)) for action, worth in advice.ranked[:MOST_RANKED]]
    return PlainAdvice(ranked, _plain(advice.reason), _plain_next(advice.next_best))


def _plain(note: Note | None) -> dict[str, Any] | None:
    return None if note is None else note_object(note)


def _plain_next(found: NextBest | None) -> wire.NextBest | None:
    if found is None:
        return None
    return wire.NextBest([str(action) for action in found.actions], float(found.less), _plain(found.reason))


def hint_of(request: BotRequest, found: PlainAdvice) -> wire.Hint:
    """Convert an adviser's answer to the message that is sent."""
    assert request.hint is not None
    return wire.Hint(request.seat, request.hint[1], request.version, *found)


def judge(text: str, seats: tuple[int, ...] | None, progress: Progress) -> wire.Review | None:
    """Review a record, or some of its seats; None: the game has no review."""
    return reviewed(Record.parse(text, games()), progress, None if seats is None else [Seat(seat) for seat in seats])


def adapting(setup: Setup) -> dict[str, str]:
    """Return the adaptive levels at a table, by their names without a pace."""
    own = {level.name for level in kit(setup.game).levels if level.at is not None}
    levels = {seat.level.partition("@")[0]: seat.level for seat in setup.seats if seat.kind == "bot"}
    return {base: level for base, level in levels.items() if base in own}


def measures(setup: Setup, person: str) -> bool:
    """Return whether a match measures adaptive bots: this person alone plays against adaptive bots only."""
    seats = setup.seats
    return (
        not setup.origin
        and len(setup.seats_of(person)) == 1
        and all(
            seat.person == person or (seat.kind == "bot" and seat.level.partition("@")[0] in adapting(setup))
            for seat in seats
        )
    )


def next_levels(table: Table, person: str) -> dict[str, str]:
    """Return the next level for each adaptive level of a finished table, by name. Slow: it replays the match."""
    if table.status != "over" or not measures(table.setup, person):
        return {}
    seat, own = Seat(table.setup.seats_of(person)[0]), kit(table.setup.game)
    events = table.play.match.log
    return {base: own.next_level(table.game, events, seat, level) for base, level in adapting(table.setup).items()}
