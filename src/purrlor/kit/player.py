"""Who sits on a seat: a person, or a bot of a level."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from purrlor.core import Record

OWN = "own"
"""The level of a bot that is not part of the game."""
NAMED_AS_BOT = re.compile(r"(.+) \(bot (\S+)\)")
"""How records called a bot before they had a field for it."""


@dataclass(frozen=True)
class Player:
    """Somebody on a seat. `level` names the bot; None: a person."""

    name: str
    level: str | None = None
    source: str | None = None
    """What makes a bot of level OWN. No record keeps it: a stranger's record must not name a program to start."""


def players_of(record: Record[Any, Any, Any]) -> list[Player]:
    """Who sat where; the mirror is `bot_levels` with the names."""
    if any(record.bots):
        return [Player(name, level or None) for name, level in zip(record.names, record.bots, strict=True)]
    found = [NAMED_AS_BOT.fullmatch(name) for name in record.names]
    return [Player(bot[1], bot[2]) if bot else Player(name) for name, bot in zip(record.names, found, strict=True)]


def bot_levels(players: Sequence[Player]) -> tuple[str, ...]:
    """What `Record.bots` holds."""
    return tuple(each.level or "" for each in players) if any(each.level for each in players) else ()
