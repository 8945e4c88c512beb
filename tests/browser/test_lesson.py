"""A lesson, from its door to its first points."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import TOUCH, Enter
from .parlour import Parlour

pytestmark = pytest.mark.slow


def test_the_lesson_of_yatzy_moves_on_with_the_player(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann", **TOUCH)
    ann.go("/learn")
    ann.page.get_by_role("main").get_by_role("link", name="Yatzy").tap()
    ann.button("Play the lesson").tap()
    guide = ann.page.get_by_role("region", name="The lesson")
    expect(guide.locator(".text")).to_contain_text("Roll all five dice to begin.")
    expect(guide.locator(".text")).to_contain_text("Step 1 of 9")
    ann.page.locator(".roll.hinted").tap()
    expect(guide.locator(".text")).to_contain_text("Three fives!")
    for _ in range(3):
        ann.page.locator(".die.hinted").first.tap()
    ann.page.locator(".roll.hinted", has_text="Roll 2 dice").tap()
    expect(guide.locator(".text")).to_contain_text("You have one roll left.")
    while ann.page.locator(".die.hinted").count():
        ann.page.locator(".die.hinted").first.tap()
    ann.page.locator(".roll.hinted").tap()
    expect(guide.locator(".text")).to_contain_text("Now fill a box.")
    ann.page.locator(".box.hinted", has_text="Fives").tap()
    expect(guide.locator(".text")).to_contain_text("See the bar?")
    expect(guide.locator(".text")).to_contain_text("Step 5 of 9")
    expect(guide.locator("[aria-live=polite]")).to_have_count(1)


def test_the_rules_have_a_list_of_what_is_in_them(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann", **TOUCH)
    ann.go("/learn/house-of-cats")
    contents = ann.page.get_by_role("navigation", name="On this page")
    expect(contents.get_by_role("link").first).to_be_visible()
    assert (
        contents.get_by_role("link").all_inner_texts()
        == ann.page.locator("article").first.locator("h2").all_inner_texts()
    )
    rooms = ann.page.get_by_role("article").first.get_by_role("heading", name="Rooms")
    expect(rooms).not_to_be_in_viewport()
    contents.get_by_role("link", name="Rooms").tap()
    expect(rooms).to_be_in_viewport()
    ann.page.go_back()
    expect(contents).to_be_in_viewport()
