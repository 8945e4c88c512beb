"""A review reports its progress, and judges in a fork only what happened there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from purrlor.core import Origin, Record
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


def test_fork_is_reviewed_from_where_it_left_its_origin() -> None:
    whole = Record.parse((GOLDEN / "yatzy.purr").read_text(encoding="utf-8"), games())
    review = kit("yatzy").review()
    assert review is not None
    fork = replace(whole, origin=Origin(whole.checksum, 100))
    for before, after in zip(review.of(whole), review.of(fork), strict=True):
        assert after.start + after.luck - after.lost == pytest.approx(after.reached)
        assert after.decisions == tuple(each for each in before.decisions if each.event > 100)
        assert (review.rank(whole, before) is None, review.rank(fork, after)) == (False, None)
