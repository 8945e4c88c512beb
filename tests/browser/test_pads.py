"""Pads for owners of the boxes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Enter
from .parlour import Parlour

pytestmark = pytest.mark.slow


def test_a_yatzy_pad_counts_only_what_five_dice_can_give(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann")
    ann.go("/pads/yatzy")
    box = ann.page.get_by_label("1, Three of a Kind")
    total = ann.page.locator("tr.total td").first
    for wrong in ("99", "-5", "4", "many"):
        box.fill(wrong)
        box.press("Tab")
        expect(ann.page.get_by_role("alert")).to_have_text(f"Only 0 or 5 to 30: {wrong} does not count.")
        expect(box).to_have_accessible_description(f"Only 0 or 5 to 30: {wrong} does not count.")
        expect(total).to_have_text("0")
    assert ann.violations() == []
    box.fill("17")
    box.press("Tab")
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    expect(total).to_have_text("17")


@pytest.mark.parametrize(("game", "cell"), [("yatzy", "3, Three of a Kind"), ("addi-cats", "Match 1, 3")])
def test_a_pad_asks_before_a_player_goes_with_what_is_written(
    parlour: Parlour, enter: Enter, game: str, cell: str
) -> None:
    ann = enter(parlour, "Ann")
    ann.go(f"/pads/{game}")
    if game != "yatzy":
        ann.page.get_by_text("Points, match after match").click()
    columns = ann.page.locator("tr.total td")
    ann.button("One more player").click()
    if game != "yatzy":  # it begins with three
        ann.button("One player fewer").click()
    expect(columns).to_have_count(3)
    box = ann.page.get_by_label(cell)
    box.fill("17")
    box.press("Tab")
    ann.button("One player fewer").click()
    question = ann.page.get_by_role("dialog", name="One player fewer?")
    expect(question).to_contain_text("Everything written for Player 3 will be lost.")
    assert ann.violations() == []
    question.get_by_role("button", name="Keep everybody").click()
    expect(box).to_have_value("17")
    ann.button("One player fewer").click()
    question.get_by_role("button", name="One player fewer").click()
    expect(columns).to_have_count(2)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_yatzy_pad_is_printed_alone_and_black_on_white(parlour: Parlour, enter: Enter, scheme: str) -> None:
    ann = enter(parlour, "Ann", color_scheme=scheme)
    ann.go("/pads/yatzy")
    ann.page.get_by_label("1, Fours").select_option("12")
    for _ in range(4):
        ann.button("One more player").click()
    for paper in ("A4", "Letter"):
        assert ann.page.pdf(format=paper).count(b"/Type /Page\n") == 1
    ann.page.emulate_media(media="print")
    for hidden in (".skip", "#app > header", "footer", ".button", "section.sheet"):
        expect(ann.page.locator(hidden).locator("visible=true")).to_have_count(0)
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    expect(ann.page.get_by_label("1, Fours")).to_be_visible()
    colours = ann.page.evaluate(
        "[document.documentElement, document.body].flatMap(one => [getComputedStyle(one).backgroundColor])"
        ".concat(getComputedStyle(document.querySelector('h1')).color)"
    )
    assert colours == ["rgb(255, 255, 255)", "rgb(255, 255, 255)", "rgb(0, 0, 0)"]
