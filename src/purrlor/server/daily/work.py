"""Long computations for the daily challenge and for luck and skill. Each function runs in a worker."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import json

from purrlor.core import Seat
from purrlor.core.options import option_texts
from purrlor.kit.daily import PLAYER
from purrlor.kit.review import SkillSummary, skill_summary
from purrlor.table.bots import choose
from purrlor.table.daily import ChallengePoints, DayFate, par_table, play_out, points_of, revealed_at, rules_of_day
from purrlor.table.effects import BotRequest
from purrlor.table.records import fault, record_of
from purrlor.table.rows import Stored
from purrlor.table.setup import Setup


def counted(stored: Stored, of: DayFate, persons: Collection[str], finished: int) -> ChallengePoints | None:
    """Compute the points of a try from its record alone; return None if it does not count.

    `persons` holds the player's current id and those from before accounts were merged.

    Every random outcome is derived again from the secret of the day, and the rules check every action.
    """
    setup = json.decode(stored.row.setup, type=Setup)
    ours = setup.challenge == of.day and setup.seats[PLAYER].person in persons
    fair = stored.row.secret == of.secret and not setup.contributions and not setup.take_backs
    if not (ours and fair) or setup.options != option_texts(rules_of_day(of)):
        return None
    if stored.row.status != "over" or finished > revealed_at(of.day) or fault(stored) is not None:
        return None
    return points_of(setup.game, record_of(stored).match())


def par_of(of: DayFate) -> ChallengePoints:
    """Return the strongest bot's result with this day's dice and deals."""
    table = par_table(of)
    options = tuple(table.setup.options.items())

    def answer(ask: BotRequest) -> tuple[str, int]:
        return choose(of.game, options, ask)

    play_out(table, answer)
    return points_of(of.game, table.play.match)


def table_skill(stored: Stored, seat: int) -> SkillSummary | None:
    """Return luck and skill of one seat at a finished table."""
    return skill_summary(record_of(stored), Seat(seat))
