"""Seating: people at this keyboard, levels of the game, and the user's own bots."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any

from purrlor.core import Game
from purrlor.core.options import option_types, with_options
from purrlor.core.record import check_name
from purrlor.kit import games, kit, levels
from purrlor.kit.bots import UnknownLevel
from purrlor.kit.player import NAMED_AS_BOT, OWN, Player
from purrlor.kit.speech import listed, say, sayings, speech
from purrlor.lab.command_bot import CommandLimits
from purrlor.lab.players import check_player, is_own, own_name
from purrlor.words import refusal

NOBODY = "none"


def names_in(text: str) -> list[str]:
    """Return the names in a comma-separated list.

    `none` in any language is an empty list. An empty name is kept, so that it is refused later.
    """
    names = [" ".join(name.split()) for name in text.split(",")] if text.strip() else []
    nobody = (NOBODY, *sayings("answer.none"))
    return [name for name in names if name.casefold() not in nobody]


def default_bots(game: str, people: int) -> list[str]:
    """Return default bots that fill the other seats for a person who plays alone; none for several people."""
    rules: Any = games()[game]
    return [kit(game).default_level.name] * (rules().seats - 1) if people == 1 else []


def check_bots(game: str, bots: Sequence[str]) -> None:
    known = [each.name for each in levels(game)]
    for bot in bots:
        if is_own(bot):
            continue
        try:
            kit(game).level(bot.casefold())
        except UnknownLevel:
            raise refusal("terminal.bot.unknown", bot=bot or "''", game=game, bots=listed(known)) from None


def seated(game: str, people: Sequence[str], bots: Sequence[str]) -> list[Player]:
    """Return people first, then bots.

    A bot's name gets a number if it is taken; people with equal names are refused.
    """
    check_bots(game, bots)
    players = [Player(_checked(name)) for name in people]
    for bot in bots:
        players.append(bot_player(bot, players))
    _check_distinct(player.name for player in players)
    if not players:
        raise refusal("terminal.nobody")
    return players


def bot_player(bot: str, taken: Sequence[Player]) -> Player:
    """Return a bot's player, with a name that differs from those taken."""
    if not is_own(bot):
        key = f"bot.name.{bot.partition('@')[0].casefold()}"
        name = say(key) if key in speech() else key.removeprefix("bot.name.").capitalize()
        return Player(free_name(name, taken), bot.casefold())
    return Player(free_name(own_name(bot), taken), OWN, bot)


def _checked(name: str) -> str:
    try:
        check_name(name)
    except ValueError:
        raise refusal("terminal.name.bad", name=repr(name)) from None
    if NAMED_AS_BOT.fullmatch(name):
        raise refusal("terminal.name.bot", name=name)
    return name


def free_name(name: str, taken: Sequence[Player]) -> str:
    """Return the name, with a number if another player has it."""
    names = {each.name.casefold() for each in taken}
    numbered = (name if number == 1 else f"{name} {number}" for number in range(1, len(names) + 2))
    return next(each for each in numbered if each.casefold() not in names)


def _check_distinct(names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            raise refusal("terminal.name.twice", name=name)
        seen.add(name.casefold())


def game_for(name: str, seats: int | None, options: Mapping[str, str]) -> Game[Any, Any, Any]:
    """Return the game for a number of seats (None: the default) with these options."""
    rules: Any = games()[name]
    for option in options:
        if option not in option_types(rules):
            raise refusal("terminal.option.foreign", option=option.replace("_", "-"), game=name)
    sized = {"seats": str(seats)} if seats is not None and "seats" in option_types(rules) else {}
    game: Game[Any, Any, Any] = with_options(rules, {**sized, **options})
    if seats not in (None, game.seats):
        raise refusal("terminal.seats", game=name, seats=game.seats, here=seats)
    return game


NAME = re.compile(r"""((?:"[^"]*"|'[^']*'|[^,"']|["'])*),""")
"""A name up to the next comma; a comma in quotes belongs to a command."""


def bot_names(text: str) -> list[str]:
    """Return the bots in a comma-separated list. Levels become lower case; paths and commands are kept as they are.

    An empty name between two commas is kept too, so that it is refused later.
    """
    names = [name.strip() for name in NAME.findall(f"{text},")] if text.strip() else []
    nobody = (NOBODY, *sayings("answer.none"))
    return [name if is_own(name) else name.casefold() for name in names if name.casefold() not in nobody]


def bot_limits(args: argparse.Namespace) -> CommandLimits:
    for option, seconds in (("--action-limit", args.action_limit), ("--start-limit", args.start_limit)):
        if not 0 < seconds < inf:
            raise refusal("bot.limit", option=option, seconds=f"{seconds:g}")
    return CommandLimits(start=args.start_limit, action=args.action_limit)


def own_again(players: Sequence[Player], args: argparse.Namespace) -> list[Player]:
    """Return the players of a resumed match, with own bots taken from --bots in the order of their seats."""
    seats = [each for each in players if each.level == OWN]
    sources = bot_names(args.bots or "")
    if len(sources) != len(seats) or not all(map(is_own, sources)):
        raise refusal("terminal.resume.own", file=args.resume, bots=listed([each.name for each in seats]))
    again = iter(sources)
    return [replace(each, source=next(again)) if each.level == OWN else each for each in players]


def check_players(names: Sequence[str], game: Game[Any, Any, Any], limits: CommandLimits) -> None:
    """Load each of the user's own bots once, so that mistakes are reported before the first match."""
    check_bots(game.name, names)
    for name in dict.fromkeys(filter(is_own, names)):
        check_player(name, game, limits)
