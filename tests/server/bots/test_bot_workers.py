"""The worker processes of the bots."""

from __future__ import annotations

from pathlib import Path

import pytest

from purrlor.server.bots.workers import Thinkers
from tests.server.parlour import run

pytestmark = pytest.mark.slow

RECORD = Path(__file__).parents[2] / "golden" / "yatzy.purr"


def test_a_review_says_how_far_it_is() -> None:
    async def go() -> tuple[float, bool, float, float]:
        thinkers = Thinkers(1)
        try:
            before = thinkers.progress(7)
            found = await thinkers.review(RECORD.read_text(encoding="utf-8"), 7)
            return before, found is not None, thinkers.progress(7), thinkers.progress(8)
        finally:
            thinkers.close()

    assert run(go()) == (0.0, True, 1.0, 0.0)
