"""The daily challenge: a table whose dice and deals are the same for everybody on one UTC day.

The secret of a game and day is drawn once. Its commitment is published the day before. It is revealed an hour after the
day, so that a player who began in time may finish. Players contribute nothing to the seed, and bots draw from it too:
the same acts meet the same dice, cards and opponents.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any, TypeAlias

from msgspec import Struct

from purrlor.core import Match
from purrlor.core.options import option_texts
from purrlor.kit import kit, kits
from purrlor.kit.daily import PLAYER, DailyMatch

from . import wire
from .checks import checked_cat, checked_name, checked_pace, game_of
from .effects import BotRequest, Effects
from .keys import new_key, new_table
from .messages import encoded
from .refusals import refused
from .rows import TableRow
from .setup import SeatSetup, Setup, level_names, name_bots
from .table import Table
from .wire.requests import USUAL_PACE

DAY_MILLIS = 24 * 60 * 60 * 1000
GRACE_MILLIS = 60 * 60 * 1000
"""Time after the end of the day for people who are still playing."""

Choose: TypeAlias = Callable[[BotRequest], tuple[str, int]]
"""A function that returns a bot's action in notation, and its delay in milliseconds."""
CONNECTION = 1


class DayFate(Struct, frozen=True):
    """The secret from which the challenge of a game and day is derived."""

    game: str
    day: str
    """The UTC day. A club's own challenge has the id of the club after it: `2026-11-16/k3x9`."""
    secret: bytes


class ChallengePoints(Struct, frozen=True):
    """The points of a finished challenge, and the duration of its match in milliseconds of the match."""

    points: int
    millis: int


def challenges() -> dict[str, DailyMatch]:
    """Return the challenges of the installed games, if all their bots can run in this installation."""
    found = {name: each.daily for name, each in kits().items()}
    return {name: each for name, each in found.items() if each is not None and {*each.bots} <= {*level_names(name)}}


def challenge_of(game: str) -> DailyMatch:
    found = kit(game).daily
    assert found is not None
    return found


def day_of(now: int) -> str:
    """Return the UTC day of a time in milliseconds, as `2026-11-16`."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def day_after(day: str, days: int = 1) -> str:
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def club_day(day: str, club: str) -> str:
    """Return the name of a club's own challenge for a day."""
    return f"{day}/{club}"


def parted_day(day: str) -> tuple[str, str]:
    """Split the name of a challenge into its day and the id of its club; an empty id: everybody's challenge."""
    alone, _, club = day.partition("/")
    return alone, club


def club_game(day: str) -> str:
    """Return the game of the clubs' own challenges on a day. The games take turns, one day each."""
    games = list(challenges())
    if not games:
        raise refused("no_day")
    return games[date.fromisoformat(day).toordinal() % len(games)]


def club_secret(secret: bytes, club: str) -> bytes:
    """Derive the secret of a club's own challenge. The commitment to everybody's secret covers it too."""
    return hmac.digest(secret, f"purrlor/challenge/club/{club}".encode(), "sha256")


def end_of(day: str) -> int:
    """Return the first millisecond after the day."""
    midnight = datetime.combine(date.fromisoformat(parted_day(day)[0]), datetime.min.time(), UTC)
    return int(midnight.timestamp() * 1000) + DAY_MILLIS


def revealed_at(day: str) -> int:
    return end_of(day) + GRACE_MILLIS


def options_of(of: DayFate) -> dict[str, str]:
    """Return the options of the day. They are derived from its secret but do not reveal it."""
    challenge = challenge_of(of.game)
    drawn = challenge.options(Random(hmac.digest(of.secret, b"purrlor/challenge/options", "sha256")))
    return {**drawn, "seats": str(1 + len(challenge.bots))}


def challenge_table(of: DayFate, host: str, name: str, cat: str, now: int, *, pace: int = USUAL_PACE) -> Table:
    """Create the table of a scored attempt: no hints, no spectators, no bot standing in."""
    rules = rules_of_day(of)
    person = SeatSetup("person", name=checked_name(name), person=host, cat=checked_cat(cat))
    setup = Setup(
        game=of.game,
        options=option_texts(rules),
        seats=[person, *(SeatSetup("bot", level=level) for level in challenge_of(of.game).bots)],
        host=host,
        key=new_key(),
        watch="nobody",
        chat="none",
        hints=False,
        stand_in=kit(of.game).default_level.name,
        pace=checked_pace(pace),
        challenge=of.day,
        sealed_until=revealed_at(of.day),
    )
    name_bots(setup.seats)
    row = TableRow(new_table(), setup.game, encoded(setup).decode(), of.secret, "open", now, now)
    return Table(row, rules, setup, now=now)


def par_table(of: DayFate) -> Table:
    """Create the table of the same challenge with the game's par bot in the player's place."""
    table = challenge_table(of, "host", "Par", "", 0)
    table.setup.seats[PLAYER] = SeatSetup("bot", name="Par", level=challenge_of(of.game).par)
    table.setup.pace = 0
    return table


def rules_of_day(of: DayFate) -> Any:
    return game_of(of.game, options_of(of))


def points_of(game: str, match: Match[Any, Any, Any]) -> ChallengePoints:
    """Return the points of a finished match of the challenge."""
    return ChallengePoints(challenge_of(game).points(match), int(match.now))


def play_out(table: Table, choose: Choose) -> None:
    """Play a table of bots to the end of the match in simulated time, which jumps from one due moment to the next."""
    now = table.row.created
    _answer(table, table.enter(CONNECTION, table.setup.host, "", now), choose, now)
    _answer(table, table.receive(CONNECTION, wire.Start(), now), choose, now)
    while table.status == "running":
        due = table.next_wake()
        assert due is not None, "nothing is due at a table of bots"
        now = max(now, due)
        _answer(table, table.wake(now), choose, now)


def _answer(table: Table, effects: Effects, choose: Choose, now: int) -> None:
    """Mark updates as sent at once, and answer every request before time goes on."""
    waiting = [effects]
    while waiting:
        effects = waiting.pop(0)
        if effects.version:
            table.sent(effects.version, now)
        waiting += [table.bot_chose(ask, *choose(ask), now) for ask in effects.requests]
