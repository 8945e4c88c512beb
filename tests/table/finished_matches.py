"""Golden matches as finished tables, and the store's contents after some writes."""

from __future__ import annotations

from pathlib import Path

from purrlor.table.record_import import adopted
from purrlor.table.rows import AddEvents, EventRow, SaveTable, Stored, Write

GOLDEN = Path(__file__).parents[1] / "golden"
NOW = 1_700_000_000_000
AT = 12


def stored_after(writes: list[Write]) -> Stored:
    """Return the store's contents after these writes."""
    rows = [write.row for write in writes if isinstance(write, SaveTable)]
    events: list[EventRow] = [row for write in writes if isinstance(write, AddEvents) for row in write.events]
    return Stored(rows[-1], tuple(events), ())


def finished(name: str) -> Stored:
    text = (GOLDEN / f"{name}.purr").read_text(encoding="utf-8")
    return stored_after(adopted(text, "ann", NOW)[1])
