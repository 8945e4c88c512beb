"""A table whose seats are all played by programs, in simulated time: as fast as they choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from . import wire
from .effects import BotRequest, Effects
from .table import Table

Choose: TypeAlias = Callable[[BotRequest], tuple[str, int]]
"""An action in notation, and after how many milliseconds."""
CONNECTION = 1


def play_out(table: Table, choose: Choose) -> None:
    """From the first fate to the end of the match; time runs from one thing that is due to the next."""
    now = table.row.created
    _answer(table, table.enter(CONNECTION, table.setup.host, "", now), choose, now)
    _answer(table, table.receive(CONNECTION, wire.Start(), now), choose, now)
    while table.status == "running":
        due = table.next_wake()
        assert due is not None, "nothing is due at a table of bots"
        now = max(now, due)
        _answer(table, table.wake(now), choose, now)


def _answer(table: Table, effects: Effects, choose: Choose, now: int) -> None:
    """Everything is told at once, and every question is answered before time goes on."""
    waiting = [effects]
    while waiting:
        effects = waiting.pop(0)
        if effects.version:
            table.sent(effects.version, now)
        waiting += [table.bot_chose(ask, *choose(ask), now) for ask in effects.requests]
