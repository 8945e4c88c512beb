"""Tables of a room for children: no chat, no rating, no typed text, and every player is a cat of the room."""

from __future__ import annotations

from collections.abc import Mapping

from purrlor.core.options import option_texts
from purrlor.kit import games, kit
from purrlor.kit.children import for_children

from .. import wire
from ..checks import game_of
from ..creation import opened
from ..keys import new_key
from ..refusals import refused
from ..setup import MOST_SEATS, SeatSetup, Setup, checked_level, name_bots
from ..table import Table
from .handicaps import even_out

CATS = (
    "momo", "luna", "kiki", "pico", "nala", "toto", "mimi", "loki", "bibi", "coco",
    "lola", "mika", "nino", "zaza", "fifi", "milo", "nori", "olli", "pepe", "romi",
    "susi", "tila", "yuki", "dodo", "gigi", "hugo", "jojo", "lili", "rana", "vito",
)  # fmt: skip
"""Proper names, the same in every language, and enough for a class. `web/src/art/cast.ts` defines their looks; a test
checks that the two lists agree."""


def room_table(room: str, wanted: wire.RoomTable, host: str, cat: str, now: int) -> Table:
    """Create the table that a cat requested: a seat for it, open seats for friends, and bots of the gentlest level."""
    count = 1 + wanted.friends + wanted.bots
    if not 1 <= count <= MOST_SEATS:
        raise refused("bad_seats", most=MOST_SEATS)
    game = game_of(wanted.game, {**child_options(wanted.game), "seats": str(count)})
    level = gentlest_level(wanted.game)
    seats = [
        seat_of(host, cat),
        *(SeatSetup("open") for _ in range(wanted.friends)),
        *(SeatSetup("bot", level=level) for _ in range(wanted.bots)),
    ]
    name_bots(seats)
    setup = Setup(
        game=wanted.game,
        options=option_texts(game),
        seats=seats,
        host=host,
        key=new_key(),
        watch="nobody",
        chat="none",
        stand_in=level,
        room=room,
    )
    return opened(setup, game, now)


def child_options(game: str) -> Mapping[str, str]:
    return for_children(game).options if game in games() else {}


def gentlest_level(game: str) -> str:
    """Return the weakest level that does not play at random, if there is one."""
    levels = kit(game).levels
    return checked_level(game, levels[min(1, len(levels) - 1)].name)


def seat_of(person: str, cat: str) -> SeatSetup:
    return SeatSetup("person", name=cat_name(cat), person=person, cat=cat)


def take_seat(table: Table, person: str, cat: str, leads: Mapping[str, int]) -> int:
    """Give a cat of the room an open seat and return it. A cat that has a seat already keeps it."""
    setup = table.setup
    if own := setup.seats_of(person):
        return own[0]
    if any(seat.cat == cat for seat in setup.seats):
        raise refused("cat_taken")
    free = next((number for number, seat in enumerate(setup.seats) if seat.kind == "open"), None)
    if free is None or table.status != "open":
        raise refused("no_open_seat")
    setup.seats[free] = seat_of(person, cat)
    setup.seats[free].came = False
    if setup.full:
        even_out(table, leads)
    return free


def room_cat(cat: str) -> str:
    """Return the cat if it is one of `CATS`. Raises `RequestRefused` otherwise."""
    if cat not in CATS:
        raise refused("no_cat", CATS)
    return cat


def cat_name(cat: str) -> str:
    return cat.capitalize()
