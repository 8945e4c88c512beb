"""Tables of a tournament that is played on this server. Pure, like the tables themselves.

All secrets of a tournament are derived from one: the common seeds of duplicate rounds, and the seeds of the draws. Its
hash is published when the tournament is created, and the secret itself when the tournament is over.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct, json

from purrlor.core import InvalidOption, new_secret
from purrlor.core.options import check_bounds, option_texts
from purrlor.kit import kit

from .. import wire
from ..checks import game_of
from ..keys import new_key, new_table
from ..messages import encoded
from ..records import fault, record_of
from ..refusals import refused
from ..rows import Stored, TableRow
from ..setup import MOST_SEATS, SeatSetup, Setup, checked_level, name_bots
from ..table import Table
from . import BOT, TableResult, TournamentPlan, TournamentTable

MOST_PEOPLE = 64
MOST_ROUNDS = 12
SEAL_MILLIS = 24 * 60 * 60 * 1000
"""Milliseconds after which a seed that tables share is shown, if the round is not over sooner."""


class TournamentSetup(Struct, frozen=True):
    """The host's settings for a tournament."""

    plan: TournamentPlan
    game: str
    options: dict[str, str]
    level: str
    """The level of the bots that fill chairs and play for absent people."""
    clock: wire.Clock


class Attendee(Struct, frozen=True):
    """A participant, whose number stays the same for the whole tournament."""

    number: int
    person: str
    name: str
    cat: str
    plays: bool
    """Whether the participant takes part in the next draw."""


def checked_tournament(wanted: wire.NewEvening) -> TournamentSetup:
    if not 1 <= wanted.seats <= MOST_SEATS:
        raise refused("bad_seats", most=MOST_SEATS)
    if wanted.format != "duplicate" and wanted.seats < 2:
        raise refused("evening_alone")
    if wanted.format != "knockout" and not 1 <= wanted.rounds <= MOST_ROUNDS:
        raise refused("bad_rounds", most=MOST_ROUNDS)
    if wanted.clock == "day":
        raise refused("evening_clock")
    game = game_of(wanted.game, {**wanted.options, "seats": str(wanted.seats)})
    try:
        check_bounds(game)
    except InvalidOption as error:
        raise refused("bad_option", because=error) from None
    rounds = 0 if wanted.format == "knockout" else wanted.rounds
    level = checked_level(wanted.game, wanted.level or kit(wanted.game).default_level.name)
    plan = TournamentPlan(wanted.format, wanted.seats, rounds)
    return TournamentSetup(plan, wanted.game, option_texts(game), level, wanted.clock)


def round_secret(secret: bytes, number: int) -> bytes:
    """Derive the common secret of all tables of a duplicate round."""
    return hmac.digest(secret, f"purrlor/evening/round/{number}".encode(), "sha256")


def draw_word(secret: bytes, number: int) -> str:
    """Derive the seed of a round's draw, which is published with its tables."""
    return hmac.digest(secret, f"purrlor/evening/draw/{number}".encode(), "sha256").hex()[:16]


class RoundSetup(Struct, frozen=True):
    """The settings that all tables of a round share."""

    evening: str
    number: int
    setup: TournamentSetup
    fate: bytes
    """The common secret of a duplicate round; tables of other rounds have their own."""

    @property
    def shared(self) -> bool:
        return self.setup.plan.format == "duplicate"


def round_setup(evening: str, number: int, setup: TournamentSetup, secret: bytes) -> RoundSetup:
    return RoundSetup(evening, number, setup, round_secret(secret, number))


def tournament_table(of: RoundSetup, table: TournamentTable, people: Mapping[int, Attendee], now: int) -> Table:
    """Create a table of a round.

    Tables with a common seed have no spectators before all are over, and nobody contributes to the seed. The table's
    host is its first person: the tournament's host may play at another table, and must not see this one.
    """
    setup, shared = of.setup, of.shared
    seats = [_seat(setup, people.get(person)) for person in table.people]
    options = dict(setup.options)
    made = Setup(
        game=setup.game,
        options=options,
        seats=seats,
        host=next((seat.person for seat in seats if seat.person), ""),
        key=new_key(),
        clock=setup.clock,
        watch="nobody" if shared else "anyone",
        hints=False,
        stand_in=setup.level,
        evening=of.evening,
        round=of.number,
        shared_fate=f"evening/{of.evening}/{of.number}" if shared else "",
        sealed_until=now + SEAL_MILLIS if shared else 0,
    )
    name_bots(made.seats)
    secret = of.fate if shared else new_secret()
    row = TableRow(new_table(), made.game, encoded(made).decode(), secret, "open", now, now)
    return Table(row, game_of(made.game, options), made, now=now)


def _seat(setup: TournamentSetup, attendee: Attendee | None) -> SeatSetup:
    if attendee is None:
        return SeatSetup("bot", level=setup.level)
    return SeatSetup("person", name=attendee.name, person=attendee.person, cat=attendee.cat)


def result_of(stored: Stored, of: RoundSetup, table: TournamentTable) -> TableResult | None:
    """Compute the result from the record of the match alone; None: it does not count.

    Every random outcome is drawn again, and every act is checked against the rules.
    """
    kept = json.decode(stored.row.setup, type=Setup)
    ours = (kept.evening, kept.round, kept.game, kept.options) == (
        of.evening, of.number, of.setup.game, of.setup.options,
    )  # fmt: skip
    fair = not kept.take_backs and (not of.shared or (stored.row.secret == of.fate and not kept.contributions))
    if not ours or not fair or stored.row.status != "over" or fault(stored) is not None:
        return None
    return table_result(stored, kept, [seat for seat, person in enumerate(table.people) if person != BOT])


def table_result(stored: Stored, kept: Setup, people: Collection[int]) -> TableResult:
    """Return the result of a finished match in which people had these seats."""
    match = record_of(stored).match()
    relieved = tuple(seat for seat, each in enumerate(kept.seats) if each.relieved and seat in people)
    return TableResult(tuple(match.scores), tuple(map(int, match.winners)), relieved)


def distinct_name(name: str, taken: Sequence[str]) -> str:
    """Append a number to the name if another person has the same one."""
    names = (name, *(f"{name[:27]} {number}" for number in range(2, MOST_PEOPLE + 2)))
    return next(each for each in names if each not in taken)
