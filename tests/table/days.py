"""Daily challenges, played to the end."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from purrlor.core.record import event_text
from purrlor.table.bots import choose
from purrlor.table.daily import DayFate, end_of, par_table, play_out
from purrlor.table.effects import BotRequest
from purrlor.table.table import Table

DAY = "2026-11-16"
SECRET = b"a secret of thirty-two bytes ...."[:32]
NOON = end_of(DAY) - 12 * 60 * 60 * 1000
QUICK_BOTS = {"meow": "tabby"}
"""The bots of the day think for seconds there; that they draw from the same source is the same for all."""


class Stopped(Exception):
    """A simulated player has seen enough."""


def played(game: str, player: int, secret: bytes = SECRET, most: int = 10**6) -> Table:
    """The challenge, played by somebody with a mind of their own against bots, up to a number of questions."""
    table, mind = par_table(DayFate(game, DAY, secret)), Random(player)
    for seat in table.setup.seats:
        seat.level = QUICK_BOTS.get(game, seat.level)
    options, questions = tuple(table.setup.options.items()), iter(range(most))

    def answer(ask: BotRequest) -> tuple[str, int]:
        if next(questions, None) is None:
            raise Stopped
        if ask.seat:
            return choose(game, options, ask)
        return str(ask.legal[mind.randrange(min(2, len(ask.legal)))]), mind.choice((300, 400, 10**9))

    with suppress(Stopped):
        play_out(table, answer)
    return table


def texts(table: Table) -> list[str]:
    return [f"{event.at} {event_text(table.game, event)}" for event in table.play.match.log]
