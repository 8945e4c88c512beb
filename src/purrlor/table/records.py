"""Stored tables: restore them, check that they are complete and follow the rules, and export their matches."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct, json

from purrlor.core import (
    Event,
    Fate,
    Fates,
    Game,
    IllegalEvent,
    Match,
    Millis,
    Origin,
    Record,
    Seat,
    commitment,
    fate_key,
)
from purrlor.core.options import option_texts, with_recorded_options
from purrlor.core.record import parse_event
from purrlor.kit import games
from purrlor.kit.player import Player, bot_levels
from purrlor.kit.speech import speech

from . import wire
from .race.verdicts import interrupt
from .rows import EventRow, Stored, TableRow
from .setup import Setup
from .table import Table

AnyGame: TypeAlias = Game[Any, Any, Any]
AnyMatch: TypeAlias = Match[Any, Any, Any]


def restored(stored: Stored, now: int) -> Table:
    """Restore a table with its state. Raises ValueError if its events break the rules."""
    setup = json.decode(stored.row.setup, type=Setup)
    game = with_recorded_options(games()[setup.game], setup.options)
    setup.options = option_texts(game)  # including options that are newer than the table
    try:
        table = Table(stored.row, game, setup, events=stored.events, now=now)
    except IllegalEvent:  # its message would reveal a player's hand in the log
        raise ValueError(f"the events of table {stored.row.id} break the rules of {setup.game}") from None
    table.stories.prepare([None, *(Seat(seat) for seat, each in enumerate(setup.seats) if each.person)])
    table.chat.remember([json.decode(e.text, type=wire.Said) for e in stored.journal if e.kind == "said"])
    table.ledger = [json.decode(e.text, type=wire.RaceLedger) for e in stored.journal if e.kind == "race"]
    if setup.clock == "day" and stored.row.due is not None:
        table.resume_clock(stored.row.due)
    interrupt(table)
    return table


class RecordedSeat(Struct):
    kind: str = "person"
    name: str = ""
    level: str = ""
    pledge: str = ""


class RecordedSetup(Struct):
    """The part of a setup that a match depends on. Setups of all versions of Purrlor contain it."""

    options: dict[str, str] = {}
    contributions: list[str] = []
    contributions_fixed: bool = False
    seats: list[RecordedSeat] = []
    origin: str = ""


def recorded_setup(row: TableRow) -> RecordedSetup:
    return json.decode(row.setup, type=RecordedSetup)


def game_of(row: TableRow) -> AnyGame:
    if row.game not in games():
        raise ValueError(speech()("store.fault.game", game=row.game))
    game: AnyGame = with_recorded_options(games()[row.game], recorded_setup(row).options)
    return game


def events_of(stored: Stored, game: AnyGame) -> tuple[Event[Any], ...]:
    return tuple(parse_event(game, row.text, Millis(row.at)) for row in stored.events)


def record_of(stored: Stored) -> Record[Any, Any, Any]:
    """Return the match as a record. It contains the seed once the status says that the match is over."""
    game, setup = game_of(stored.row), recorded_setup(stored.row)
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


def _player(setup: RecordedSetup, number: int) -> Player:
    seat = setup.seats[number] if number < len(setup.seats) else RecordedSeat()
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
        match: AnyMatch = Match(game, Fates(fate_key(stored.row.secret, recorded_setup(stored.row).contributions)))
    except Exception as error:
        # Broken data may raise any error, and the next table must still be checked.
        return say("store.fault.setup", reason=error)
    setup = recorded_setup(stored.row)
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
