"""The numbers of seats with which a game can be played."""

from __future__ import annotations

from collections.abc import Mapping

from purrlor.core import InvalidOption
from purrlor.core.options import with_options
from purrlor.kit import games

from .match import AnyGame
from .refusals import refused
from .setup import Setup

MOST_SEATS = 6


def with_seats(game: str, options: Mapping[str, str], count: int) -> AnyGame | None:
    """Return the game for this number of players; None: it cannot be played by that many."""
    try:
        found: AnyGame = with_options(games()[game], {**options, "seats": str(count)})
    except InvalidOption:
        return None
    return found


def with_few_seats(game: str, options: Mapping[str, str], least: int) -> tuple[int, AnyGame] | None:
    """Return the game with the fewest possible seats, but at least `least`, and their number; None: not possible."""
    for count in range(max(1, least), MOST_SEATS + 1):
        if (found := with_seats(game, options, count)) is not None:
            return count, found
    return None


def check_next_game(game: str, setup: Setup) -> None:
    """Raise `RequestRefused` unless the people of a table can play this game together."""
    if game not in games():
        raise refused("no_game", list(games()), game="?", games=", ".join(games()))
    if with_few_seats(game, {}, sum(bool(seat.person) for seat in setup.seats)) is None:
        raise refused("bad_seats", most=max(count for count in range(MOST_SEATS + 1) if with_seats(game, {}, count)))
