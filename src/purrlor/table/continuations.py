"""Compare moves of a finished match in random continuations, in parts that can be computed one by one."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core import IllegalEvent, Record, Seat
from purrlor.core.options import option_texts
from purrlor.core.reason import Refused, as_reason
from purrlor.kit import games, kit
from purrlor.kit.continuations import COUNT, Brought, continuations, parse_move, play_move

from . import wire
from .bots import bot
from .refusals import refused

WORLDS = 10
"""The number of continuations of one part, so that other work does not wait long."""
PARTS = range(0, COUNT, WORLDS)
MOST_MOVES = 2
LONGEST_MOVE = 400


def check_moves(text: str, wanted: wire.CompareMoves) -> None:
    """Refuse moves that the seat could not make after this event of the record."""
    if not 1 <= len(wanted.moves) <= MOST_MOVES or any(len(move) > LONGEST_MOVE for move in wanted.moves):
        raise refused("bad_moves", most=MOST_MOVES)
    record = Record.parse(text, games())
    try:
        match = record.match().fork(wanted.at)
        for move in wanted.moves:
            play_move(match.fork(len(match)), Seat(wanted.seat), parse_move(record.game, move))
    except IllegalEvent as error:
        raise refused("bad_fork", because=as_reason(error)) from None
    except Refused as error:
        raise refused("bad_fork", because=error) from None


def continued(text: str, wanted: wire.CompareMoves, start: int) -> list[Brought]:
    """Compute the part that begins with the continuation of this number. Bots of the usual level play the rest."""
    record = Record.parse(text, games())
    game, level = record.game, kit(record.game.name).default_level.name
    options = tuple(option_texts(game).items())
    moves = [parse_move(game, move) for move in wanted.moves]
    bots = [bot(game.name, options, level) for _ in range(game.seats)]
    match = record.match().fork(wanted.at)
    return continuations(match, Seat(wanted.seat), moves, bots, worlds=range(start, start + WORLDS))


def merged_continuations(wanted: wire.CompareMoves, parts: Sequence[Sequence[Brought]]) -> wire.Continuations:
    """Merge the parts that are done."""
    moves: list[wire.ContinuedMove] = []
    for number, text in enumerate(wanted.moves):
        scores = [score for part in parts for score in part[number].scores]
        points = sum(scores) / len(scores) if scores else 0.0
        moves.append(wire.ContinuedMove(text, points, sum(part[number].wins for part in parts)))
    return wire.Continuations(COUNT, WORLDS * len(parts), moves)
