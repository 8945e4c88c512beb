"""Players: a person, or a bot of a level, on a seat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from purrlor.core import Record

OWN = "own"
"""The level of a bot that is not part of the game."""
NAMED_AS_BOT = re.compile(r"(.+) \(bot (\S+)\)")
"""The name of a bot in records that are older than the field for bots."""


@dataclass(frozen=True)
class Player:
    """A person or a bot on a seat. `level` names the bot; None: a person."""

    name: str
    level: str | None = None
    source: str | None = None
    """The source of a bot of level OWN.

    Records do not contain it: a stranger's record must not name a program to start.
    """


def players_of(record: Record[Any, Any, Any]) -> list[Player]:
    """Return the players of a record, seat by seat; the inverse is `bot_levels` with the names."""
    if any(record.bots):
        return [Player(name, level or None) for name, level in zip(record.names, record.bots, strict=True)]
    found = [NAMED_AS_BOT.fullmatch(name) for name in record.names]
    return [Player(bot[1], bot[2]) if bot else Player(name) for name, bot in zip(record.names, found, strict=True)]


def bot_levels(players: Sequence[Player]) -> tuple[str, ...]:
    """Return the value of `Record.bots`."""
    return tuple(each.level or "" for each in players) if any(each.level for each in players) else ()
