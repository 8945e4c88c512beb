"""One of somebody's tables in a list."""

from __future__ import annotations

from . import wire
from .rows import TableRow
from .setup import Setup, Summary


def table_summary(row: TableRow, setup: Setup, summary: Summary, person: str, role: wire.Role) -> wire.TableSummary:
    return wire.TableSummary(
        id=row.id,
        game=setup.game,
        status=row.status,
        names=[seat.name for seat in setup.seats],
        levels=[seat.level if seat.kind == "bot" else "" for seat in setup.seats],
        your_turn=bool(set(summary.awaiting) & set(setup.seats_of(person))),
        awaiting=list(summary.awaiting),
        created=row.created,
        changed=row.changed,
        clock=setup.clock,
        host=setup.host == person,
        others=bool(setup.others(person)),
        role=role,
        events=summary.events,
        progress=summary.progress,
        winners=list(summary.winners),
        scores=list(summary.scores),
    )
