"""Check that stored tables are complete and follow the rules, and export their matches as records."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct, json

from purrlor.core import Event, Fate, Fates, Game, Match, Millis, Origin, Record, commitment, fate_key
from purrlor.core.options import with_recorded_options
from purrlor.core.record import parse_event
from purrlor.kit import games
from purrlor.kit.player import Player, bot_levels
from purrlor.kit.speech import speech

from .rows import EventRow, Stored, TableRow

AnyGame: TypeAlias = Game[Any, Any, Any]
AnyMatch: TypeAlias = Match[Any, Any, Any]


class KeptSeat(Struct):
    kind: str = "person"
    name: str = ""
    level: str = ""
    pledge: str = ""


class Kept(Struct):
    """The part of a setup that a match depends on. Setups of all versions of Purrlor contain it."""

    options: dict[str, str] = {}
    contributions: list[str] = []
    contributions_fixed: bool = False
    seats: list[KeptSeat] = []
    origin: str = ""


def kept(row: TableRow) -> Kept:
    return json.decode(row.setup, type=Kept)


def game_of(row: TableRow) -> AnyGame:
    if row.game not in games():
        raise ValueError(speech()("store.fault.game", game=row.game))
    game: AnyGame = with_recorded_options(games()[row.game], kept(row).options)
    return game


def events_of(stored: Stored, game: AnyGame) -> tuple[Event[Any], ...]:
    return tuple(parse_event(game, row.text, Millis(row.at)) for row in stored.events)


def record_of(stored: Stored) -> Record[Any, Any, Any]:
    """Return the match as a record. It contains the seed once the status says that the match is over."""
    game, setup = game_of(stored.row), kept(stored.row)
    players = [_player(setup, seat) for seat in range(game.seats)]
    return Record(
        game=game,
        names=tuple(player.name for player in players),
        events=events_of(stored, game),
        commitment=commitment(stored.row.secret),
        contributions=tuple(setup.contributions),
        seed=stored.row.secret if stored.row.status == "over" else None,
        pledges=tuple(seat.pledge for seat in setup.seats),
        without_contributions=setup.contributions_fixed and not setup.contributions,
        bots=bot_levels(players),
        origin=Origin.parse(setup.origin) if setup.origin else None,
    )


def _player(setup: Kept, number: int) -> Player:
    seat = setup.seats[number] if number < len(setup.seats) else KeptSeat()
    name = seat.name or speech()("store.seat", number=number + 1)
    return Player(name, seat.level if seat.kind == "bot" else None)


def fault(stored: Stored) -> str | None:
    """Return the first fault of a table; None: it has none."""
    say = speech()
    for number, event in enumerate(stored.events, 1):
        if event.number != number:
            return say("store.fault.gap", number=number)
    try:
        game = game_of(stored.row)
        match: AnyMatch = Match(game, Fates(fate_key(stored.row.secret, kept(stored.row).contributions)))
    except Exception as error:
        # Broken data may raise any error, and the next table must still be checked.
        return say("store.fault.setup", reason=error)
    setup = kept(stored.row)
    taken = Origin.parse(setup.origin).events if setup.origin else 0
    return _replay_fault(match, game, stored.events, taken) or _status_fault(match, stored.row.status, taken)


def _replay_fault(match: AnyMatch, game: AnyGame, events: tuple[EventRow, ...], taken: int) -> str | None:
    for row in events:
        try:
            event = parse_event(game, row.text, Millis(row.at))
            differs = _push(match, game, event, drawn=row.number > taken)
        except Exception as error:
            return speech()("store.fault.event", number=row.number, text=row.text, reason=error)
        if differs:
            return speech()("store.fault.fate", number=row.number, text=row.text, drawn=differs)
    return None


def _push(match: AnyMatch, game: AnyGame, event: Event[Any], *, drawn: bool) -> str | None:
    """Apply the event. Return the random outcome that follows from the seed, if it differs from the stored one.

    The seed of a fork covers only what was `drawn` after its first events.
    """
    if not isinstance(event, Fate) or not drawn:
        match.push(event)
        return None
    found = match.draw(event.at)
    return None if found == event else game.fate_text(found.values)


def _status_fault(match: AnyMatch, status: str, taken: int) -> str | None:
    if match.over != (status == "over") or (len(match) > taken and status == "open"):
        return speech()("store.fault.status", status=status, count=len(match.log))
    return None
