"""Puzzles in a real browser: one of each game is tried, judged and explained, and the next one comes."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import DESKTOP, TOUCH, Enter
from .parlour import Parlour

pytestmark = pytest.mark.slow

DESK: dict[str, Any] = {"viewport": DESKTOP, "color_scheme": "light"}
PHONE: dict[str, Any] = {**TOUCH, "color_scheme": "dark"}


@pytest.mark.parametrize("look", [PHONE, DESK], ids=["phone", "desk"])
def test_a_puzzle_of_each_game_is_tried_and_explained(parlour: Parlour, enter: Enter, look: dict[str, Any]) -> None:
    ann = enter(parlour, "Ann", **look)
    ann.go("/puzzles")
    cards = ann.page.locator(".games a")
    expect(cards).to_have_count(4)
    complaints = ann.violations()
    ways = [str(way) for way in cards.evaluate_all("all => all.map(one => one.getAttribute('href'))")]
    for way in ways:
        ann.go(way)
        ann.act(ann.await_turn()[0])
        answer = ann.page.get_by_role("region", name="The answer")
        expect(answer.locator(".why li").first).to_be_visible()
        expect(answer.get_by_text("Your puzzle rating: 800 →")).to_be_visible()
        complaints += ann.violations()
        ann.button("Next puzzle").click()
        expect(answer).to_have_count(0)
        assert ann.await_turn()
    assert complaints == []
