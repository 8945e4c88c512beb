"""Preparations of a server before it opens."""

from __future__ import annotations

import subprocess
import sys

FIRST_TABLES = """
import sys
from purrlor.kit.registry import games, kit
from purrlor.server.app import load_games
from purrlor.table import creation, wire
load_games()
before = set(sys.modules)
for game in games():
    bot = wire.SeatWanted("bot", level=kit(game).default_level.name)
    table = creation.new_table_for(wire.NewTable(game, [wire.SeatWanted("person"), bot], "Ann"), "ann", 0)
    table.enter(1, "ann", "Ann", 0)
print(*sorted(set(sys.modules) - before))
"""


def test_the_first_table_of_a_game_imports_nothing() -> None:
    """An import would stop the event loop."""
    ran = subprocess.run([sys.executable, "-c", FIRST_TABLES], capture_output=True, text=True, check=False)
    assert (ran.stdout.strip(), ran.stderr) == ("", "")
