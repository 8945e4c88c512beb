"""Who sits on a seat: a person, or a bot of a level."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Sitter:
    """Somebody on a seat. `level` names the bot; None: a person."""

    name: str
    level: str | None = None

    @property
    def full_name(self) -> str:
        """The name as it stands in a record; `sitter` is the mirror."""
        return self.name if self.level is None else f"{self.name} (bot {self.level})"


def sitter(full_name: str) -> Sitter:
    found = re.fullmatch(r"(.+) \(bot (\S+)\)", full_name)
    return Sitter(found[1], found[2]) if found else Sitter(full_name)
