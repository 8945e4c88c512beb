"""The start of a match: people get ready, contribute to the seed, and the match begins."""

from __future__ import annotations

from purrlor.core.options import option_texts

from . import wire
from .broadcast import send_table
from .contributions import all_revealed, await_reveals, make_ready, reveal, reveals_began
from .effects import Effects, Guest
from .progress import begin
from .refusals import refused
from .setup import SeatSetup, name_bots, with_few_seats
from .state import TableState


def get_ready(table: TableState, guest: Guest, message: wire.Ready, effects: Effects) -> None:
    """Note that a person is ready, with their pledge. The match begins after the last one."""
    if table.status != "open" or not guest.seats or not make_ready(table.setup, guest.seats, message):
        return
    if table.setup.all_ready:
        begin_or_reveal(table, effects)
    else:
        table.save(effects)
        send_table(table, effects)


def begin_or_reveal(table: TableState, effects: Effects) -> None:
    """Begin the match, or wait until the pledged contributions are revealed."""
    if not await_reveals(table.setup, effects.now):
        begin(table, effects)
        return
    table.save(effects)
    send_table(table, effects)


def begin_if_ready(table: TableState, effects: Effects) -> None:
    if table.status == "open" and table.setup.all_ready and not table.setup.reveal_until:
        begin_or_reveal(table, effects)


def reveal_contribution(table: TableState, guest: Guest, message: wire.Reveal, effects: Effects) -> None:
    """Note the contribution that a person reveals. The match begins after the last one."""
    if table.status != "open" or not guest.seats or not reveal(table.setup, guest.seats, message.contribution):
        return
    guest.delay.answered(effects.now - reveals_began(table.setup))
    if all_revealed(table.setup):
        begin(table, effects)
    else:
        table.save(effects)


def start_now(table: TableState, guest: Guest, message: wire.Start, effects: Effects) -> None:
    """Begin without waiting for open seats: fill them with bots, or remove them."""
    if guest.person != table.setup.host:
        raise refused("host_only")
    if table.status != "open" or table.setup.reveal_until:
        raise refused("started_already")
    if message.without_bots and not table.setup.counts_elsewhere and not table.setup.origin:
        _take_open_seats_away(table)
    for seat in table.setup.seats:
        if seat.kind == "open":
            seat.kind, seat.level = "bot", table.setup.stand_in
    name_bots(table.setup.seats)
    begin_or_reveal(table, effects)


def _take_open_seats_away(table: TableState) -> None:
    """Remove open seats, as many as the game and its options allow. The other seats keep their order."""
    setup = table.setup
    taken = [seat for seat in setup.seats if seat.kind != "open"]
    found = with_few_seats(setup.game, setup.options, len(taken))
    if found is None or found[0] >= len(setup.seats):
        return
    count, game = found
    gone = {id(setup.seats[number]): since for number, since in table.gone_since.items()}
    setup.options = option_texts(game)
    setup.seats[:] = [*taken, *(SeatSetup("open") for _ in range(count - len(taken)))]
    table.gone_since = {number: gone[id(seat)] for number, seat in enumerate(setup.seats) if id(seat) in gone}
    table.lay_out(game)
    for guest in table.guests.values():
        guest.seats = () if guest.screen else setup.seats_of(guest.person)
    table.connections = None
