"""Who sits on a seat: a person, or a bot of a level."""

from __future__ import annotations

import re
from dataclasses import dataclass

OWN = "own"
"""The level of a bot that is not part of the game."""


@dataclass(frozen=True)
class Sitter:
    """Somebody on a seat. `level` names the bot; None: a person."""

    name: str
    level: str | None = None
    source: str | None = None
    """What makes a bot of level OWN. No record keeps it: a stranger's record must not name a program to start."""

    @property
    def full_name(self) -> str:
        """The name as it stands in a record; `sitter` is the mirror."""
        return self.name if self.level is None else f"{self.name} (bot {self.level})"


def sitter(full_name: str) -> Sitter:
    found = re.fullmatch(r"(.+) \(bot (\S+)\)", full_name)
    return Sitter(found[1], found[2]) if found else Sitter(full_name)
