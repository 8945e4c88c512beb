"""Finds the installed games through the entry points of the group `purrlor.games`.

An entry is called like the game and names its kit: `yatzy = "purrlor.games.yatzy.kit:KIT"`. Our own games are
registered the same way as those of other packages.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable

GROUP = "purrlor.games"


class NoGames(Exception):
    """No package registers a game; the text says how to mend it."""


@cache
def entries() -> Mapping[str, EntryPoint]:
    """The entry point of each installed game, by the game's name."""
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    if not found:
        raise NoGames(
            f"no games are registered under {GROUP!r}: reinstall with"
            " `uv pip install --no-deps --no-build-isolation -e .` or `make setup`"
        )
    return found


def folder(game: str) -> Traversable:
    """The folder of a game's package, with its words and its rules as text."""
    return files(entries()[game].module.rpartition(".")[0])
