"""Bots named on the command line: levels of the game, and the user's own bots."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any

from purrlor.core import Game
from purrlor.kit.player import OWN, Player
from purrlor.kit.speech import listed, sayings
from purrlor.lab.command_bot import CommandLimits
from purrlor.lab.players import check_player, is_own
from purrlor.words import refusal

from .seating import NOBODY, check_bots

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
