"""Play on from any event of a record: `purrlor replay FILE --from 57 --play`."""

from __future__ import annotations

import argparse
from random import Random
from typing import TYPE_CHECKING

from purrlor.core import IllegalEvent, Record, Seat, commitment, new_secret, secret_from_text
from purrlor.core.reason import Refused, as_reason
from purrlor.kit import kit
from purrlor.kit.continuations import COUNT, continuations, parse_move, play_move
from purrlor.kit.forks import fork
from purrlor.kit.player import OWN, Player, bot_levels, players_of
from purrlor.kit.speech import say
from purrlor.words import refusal

from .files import AnyRecord, new_file
from .play import session_for
from .players import bot_limits, bot_names, bot_player, check_players, free_name

if TYPE_CHECKING:
    from .stage import Stage


def play_on(args: argparse.Namespace, record: AnyRecord, stage: Stage) -> None:
    """Continue a recorded match from event `--from` as a match of its own."""
    at, limits = args.start, bot_limits(args)
    file = new_file(args.record) if args.record else None
    position = record.match().fork(at)
    if position.over:
        raise refusal("terminal.fork.over", number=at)
    people = _people(args, record, position.awaiting.seats)
    players = _players(record, people, bot_names(args.bots or ""))
    check_players([each.source or each.level for each in players if each.level is not None], record.game, limits)
    secret, contributions = _seed(args, record)
    redealt_for = people[0] if args.redeal and people else None
    match, origin = fork(record, at, redealt_for=redealt_for, random=Random(secret))
    begun = Record(
        game=record.game,
        names=tuple(player.name for player in players),
        events=tuple(match.log),
        commitment=commitment(secret),
        contributions=contributions,
        seed=secret,
        bots=bot_levels(players),
        origin=origin,
    )
    session_for(record.game)(record.game, players, stage, secret=secret, record=begun, file=file, limits=limits).run()


def compare(args: argparse.Namespace, record: AnyRecord) -> list[str]:
    """Return a line for each move of `--compare`: what it brings in random continuations played by bots."""
    match = record.match().fork(args.start)
    seats = match.awaiting.seats
    if not seats:
        raise refusal("terminal.fork.over" if match.over else "terminal.fork.nobody", number=args.start)
    seat = seats[0] if args.seat is None else Seat(args.seat - 1)
    moves = [parse_move(record.game, text) for text in args.compare]
    try:
        for move in moves:
            play_move(match.fork(len(match)), seat, move)
    except IllegalEvent as error:
        raise Refused(as_reason(error)) from None
    names = bot_names(args.bots or "") or [kit(record.game.name).default_level.name]
    check_players(names, record.game, bot_limits(args))
    bots = [kit(record.game.name).level(names[0]).make(record.game) for _ in range(record.game.seats)]
    found = continuations(match, seat, moves, bots)
    key = "terminal.fork.brought"
    return [
        say(key, action=text, points=each.mean, wins=each.wins, count=COUNT)
        for text, each in zip(args.compare, found, strict=True)
    ]


def _people(args: argparse.Namespace, record: AnyRecord, awaited: tuple[Seat, ...]) -> list[Seat]:
    """Return the seats of people: those named, or the next one to act."""
    named = [Seat(seat - 1) for seat in args.people or ([args.seat] if args.seat else [])]
    for seat in named:
        if not 0 <= seat < record.game.seats:
            raise refusal("terminal.replay.seat", seat=seat + 1, seats=record.game.seats)
    return sorted(set(named)) or [awaited[0] if awaited else Seat(0)]


def _players(record: AnyRecord, people: list[Seat], bots: list[str]) -> list[Player]:
    """Return people on their seats. Named bots take the other seats; without names, recorded bots keep theirs."""
    recorded = players_of(record)
    others = [seat for seat in range(record.game.seats) if seat not in people]
    if bots and len(bots) not in (1, len(others)):
        raise refusal("terminal.fork.bots", count=len(others))
    named = dict(zip(others, bots * len(others) if len(bots) == 1 else bots, strict=False))
    players: list[Player] = []
    for seat, each in enumerate(recorded):
        if seat in people:
            name = each.name if each.level is None else free_name(say("terminal.name.default"), recorded)
            players.append(Player(name))
        elif seat in named or each.level in (None, OWN):
            level = named.get(seat, kit(record.game.name).default_level.name)
            players.append(bot_player(level, [*players, *recorded[seat + 1 :]]))
        else:
            players.append(each)
    return players


def _seed(args: argparse.Namespace, record: AnyRecord) -> tuple[bytes, tuple[str, ...]]:
    """Return the seed of what comes, and the contributions to it: those of the record, or new ones."""
    if args.seed is not None:
        return secret_from_text(args.seed), ()
    if args.dice == "new":
        return new_secret(), ()
    if record.seed is not None:
        return record.seed, record.contributions
    if args.dice == "same":
        raise refusal("terminal.fork.no_seed")
    return new_secret(), ()
