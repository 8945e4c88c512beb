"""A review reports its progress."""

from __future__ import annotations

from pathlib import Path

import pytest

from purrlor.core import Record
from purrlor.kit import games, kit

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["yatzy", "meow"])
def test_every_event_is_counted(game: str) -> None:
    record = Record.parse((GOLDEN / f"{game}.purr").read_text(encoding="utf-8"), games())
    heard: list[tuple[int, int]] = []
    review = kit(game).review()
    assert review is not None
    review.seats(record, lambda done, total: heard.append((done, total)))
    total = len(record.events)
    assert heard == [(done, total) for done in range(total + 1)]
