"""The timers of a table: list when they are due, and carry out the due ones."""

from __future__ import annotations

from collections.abc import Iterator

from .broadcast import send_table
from .effects import Effects
from .progress import begin, play_planned
from .race.verdicts import hold, is_late, judge, pass_deadline, stop_gathering, verdict_due
from .seats import CLAIM, free_unclaimed, missed, stand_in, unclaimed
from .state import SECOND, TableState

AWAY = 60 * SECOND
"""Absence after which a bot replaces a player while others are present."""


def due_times(table: TableState) -> Iterator[int]:
    """Yield the times at which something is due, by the server's clock."""
    if table.setup.reveal_until and not table.asleep:
        yield table.setup.reveal_until
    elif table.status == "open":
        yield from (since + CLAIM for since in unclaimed(table).values())
    if table.status != "running":
        return
    if table.gathering_until is not None:
        yield table.gathering_until
    if table.asleep:
        if table.setup.clock == "day" and (due := table.clock_due()) is not None:
            yield due
        return
    yield from (planned.due for planned in table.planned)
    yield from (verdict_due(table, press) for press in table.race.presses if not is_late(table, press))
    if (deadline := table.play.match.awaiting.deadline) is not None:
        yield table.began + deadline + hold(table)
    if (due := table.clock_due()) is not None:
        yield due
    yield from (since + AWAY for since in missed(table).values())


def do_due(table: TableState, effects: Effects) -> None:
    """Do everything that is due."""
    if free_unclaimed(table, effects.now):
        table.save(effects)
        send_table(table, effects)
    if table.status == "open" and not table.asleep and 0 < table.setup.reveal_until <= effects.now:
        begin(table, effects)
    if table.status != "running":
        return
    stop_gathering(table, effects)
    for seat, since in missed(table).items():
        if since + AWAY <= effects.now:
            stand_in(table, seat, effects)
    _replace_slow_players(table, effects)
    if not table.asleep:
        play_planned(table, effects)
        judge(table, effects)
        pass_deadline(table, effects)


def _replace_slow_players(table: TableState, effects: Effects) -> None:
    """Let a bot play for each player whose time ran out, even if nobody is connected."""
    for seat in list(table.clocks.since):
        due = table.clocks.due(seat)
        if due is not None and due <= effects.now and not table.setup.seats[seat].played_by_bot:
            table.wake_up(effects.now)
            stand_in(table, seat, effects)
