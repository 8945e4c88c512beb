"""Send updates of the match and information about the table to its connections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from purrlor.core import Seat, commitment
from purrlor.kit import kit

from . import wire
from .effects import Effects, Guest, connections_by_viewer
from .match import AnyGame
from .messages import encoded
from .rows import TableRow
from .setup import SeatSetup, Setup
from .state import TableState


def send_update(table: TableState, first: int, effects: Effects, since: int | None = None) -> None:
    """Send an update to every viewer who saw a change, with the notes of the events after number `first`.

    After a take-back, `since` is the number of leading events that did not change.
    """
    play = table.play
    if play.racing:
        effects.version = play.version
    if table.connections is None:
        table.connections = connections_by_viewer(table.guests.values())
    seeing = play.seeing(table.connections)
    if since is not None or table.behind:
        _send_renumbered(table, list(seeing), first, effects, since)
    else:
        stories = table.stories.since(first, seeing)
        table.stories.keep(stories, first)
        _send_stories(table, table.connections, stories, effects)


def _send_renumbered(
    table: TableState, seeing: list[Seat | None], first: int, effects: Effects, since: int | None
) -> None:
    """Send updates after a take-back, which renumbers events. Viewers who did not see it catch up at their next one."""
    connections = table.connections or {}
    if since is not None:
        for viewer in connections:
            table.behind[viewer] = min(since, table.behind.get(viewer, since))
    for viewer in seeing:
        known = table.behind.pop(viewer, None)
        stories = table.stories.since(first if known is None else known, [viewer])
        _send_stories(table, connections, stories, effects, known)


def _send_stories(
    table: TableState,
    connections: Mapping[Seat | None, Sequence[int]],
    stories: Mapping[Seat | None, Sequence[wire.Told]],
    effects: Effects,
    since: int | None = None,
) -> None:
    sends, now = effects.sends, effects.now
    clock, undoes_bots = table.clocks.left(now), table.setup.undoes_bots(table.game)
    for viewer, message in table.updates.encode(stories, table.time(now), clock, since, undoes_bots=undoes_bots):
        for connection in connections[viewer]:
            sends.append((connection, message))


def send_latest(table: TableState, guest: Guest, effects: Effects) -> None:
    """Send a new connection everything so far."""
    if table.status == "open":
        return
    if table.play.racing:
        effects.version = table.play.version
    stories = {viewer: table.stories.whole(viewer) for viewer in guest.viewers}
    _send_stories(table, connections_by_viewer([guest]), stories, effects)


def show_again(table: TableState, effects: Effects) -> None:
    """Send everybody the current state of the match at the same moment, without new events."""
    effects.version = table.play.version
    table.connections = connections_by_viewer(table.guests.values())
    _send_stories(table, table.connections, dict.fromkeys(table.connections, ()), effects)


def send_table(table: TableState, effects: Effects) -> None:
    """Send everybody the table. It is encoded only once for all spectators, because there may be hundreds."""
    setup, messages = table.setup, dict[tuple[bool, tuple[int, ...]], bytes]()
    for guest in table.guests.values():
        own = () if guest.screen else setup.seats_of(guest.person)
        role = (bool(guest.person) and setup.host == guest.person, own)
        if role not in messages:
            messages[role] = encoded(info(table, guest.person, effects.now, screen=guest.screen))
        effects.send(guest.connection, messages[role])


def info(table: TableState, person: str, now: int, *, screen: bool = False) -> wire.TableInfo:
    """Return everything about the table except its match, as this person sees it."""
    guests = table.guests.values()
    return table_info(
        table.row,
        table.game,
        table.setup,
        table.status,
        person=person,
        here={guest.person for guest in guests if guest.person and not guest.screen},
        spectators=len({guest.person for guest in guests if not guest.seats}),
        now=now,
        screen=screen,
    )


def table_info(
    row: TableRow,
    game: AnyGame,
    setup: Setup,
    status: wire.Status,
    *,
    person: str,
    here: Set[str],
    spectators: int,
    now: int,
    screen: bool = False,
) -> wire.TableInfo:
    """Return everything about a table except its match, limited to what `person` may know.

    It contains no seed before the end, and nobody's id. On a `screen` no seat is marked as the person's own.
    """
    own = "" if screen else person
    return wire.TableInfo(
        protocol=wire.PROTOCOL,
        id=row.id,
        game=setup.game,
        options=setup.options,
        status=status,
        seats=[_seat_info(seat, own, here, shown=status != "open") for seat in setup.seats],
        clock=setup.clock,
        watch=setup.watch,
        chat=setup.chat,
        hints=setup.hints and kit(setup.game).gives_advice,
        host=bool(person) and setup.host == person,
        watchers=spectators,
        commitment=commitment(row.secret),
        revealing=bool(setup.reveal_until),
        contributions=list(setup.contributions),
        seed=row.secret.hex() if status == "over" and now >= setup.sealed_until else "",
        next=setup.next,
        next_key=setup.next_key if setup.seats_of(own) else "",
        lesson=setup.lesson,
        take_backs=setup.undoes_bots(game) or (not setup.counts_elsewhere and kit(setup.game).takes_back(game)),
        challenge=setup.challenge,
        sealed_until=setup.sealed_until,
        rated=setup.rated,
        evening=setup.evening,
        shared_fate=bool(setup.shared_fate),
        room=setup.room,
        screen=bool(setup.screen),
        origin=setup.origin,
        position=setup.position,
    )


def _seat_info(seat: SeatSetup, person: str, here: Set[str], *, shown: bool) -> wire.SeatInfo:
    return wire.SeatInfo(
        name=seat.name,
        kind=seat.kind,
        level=seat.level if seat.played_by_bot else "",
        stands_in=seat.stands_in,
        here=seat.kind == "bot" or (seat.kind == "person" and seat.person in here),
        yours=bool(person) and seat.person == person,
        ready=seat.ready,
        left=seat.left,
        cat=seat.cat,
        pledge=seat.pledge,
        contribution=seat.contribution if shown else "",
        delay=seat.delay,
    )
