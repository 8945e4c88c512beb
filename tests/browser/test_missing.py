"""Parts of the page that do not come."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .conftest import Enter
from .parlour import Parlour
from .person import Person

pytestmark = pytest.mark.slow


def lose(person: Person, part: str) -> Callable[[], None]:
    """Every request for the files of this part gets lost, however often a browser asks, until this is called."""
    files = f"**/assets/{part}-*.js"
    person.page.route(files, lambda route: route.abort())
    return lambda: person.page.unroute(files)


@pytest.mark.parametrize(
    ("locale", "said", "again"),
    [("en-GB", "It could not be loaded", "Try again"), ("de-DE", "Es ließ sich nicht laden", "Noch einmal versuchen")],
)
def test_a_page_that_did_not_come_is_requested_again(
    parlour: Parlour, enter: Enter, locale: str, said: str, again: str
) -> None:
    ann = enter(parlour, locale=locale)
    restore = lose(ann, "PadsPage")
    ann.go("/pads/yatzy")
    expect(ann.page.get_by_role("alert")).to_contain_text(said)
    assert ann.violations() == []
    restore()
    ann.button(again).click()
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("Ed, the Cat's Yatzy")
    expect(ann.page.get_by_role("alert")).to_have_count(0)


def test_without_a_network_the_message_stays(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour)
    ann.go("/")
    expect(ann.page.locator("article").first).to_be_visible()
    ann.context.set_offline(True)
    ann.page.get_by_role("link", name="About").first.click()
    alert = ann.page.get_by_role("alert")
    expect(alert).to_contain_text("It could not be loaded")
    ann.button("Try again").click()
    expect(alert).to_contain_text("It could not be loaded")
    ann.context.set_offline(False)
    ann.button("Try again").click()
    expect(alert).to_have_count(0)
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()


def test_a_board_that_did_not_come_is_requested_again(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour)
    way = ann.make_table("yatzy", [{"kind": "person"}, {"kind": "bot", "level": "kitten"}])
    restore = lose(ann, "yatzy")
    ann.go(way)
    ann.sees("A piece of this page is missing")
    restore()
    ann.button("Try again").click()
    expect(ann.page.locator(".board-room")).to_be_visible()


def test_a_part_within_a_page_leaves_the_rest_of_it(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour)
    restore = lose(ann, "Setup")
    ann.go("/new/addi-cats")
    expect(ann.page.get_by_role("alert")).to_contain_text("It could not be loaded")
    expect(ann.page.get_by_label("What shall the others call you?")).to_be_visible()
    restore()
    ann.button("Try again").click()
    expect(ann.button("Set the table")).to_be_visible()
    expect(ann.page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("part", ["en", "index"])
def test_a_page_of_which_nothing_comes_says_so_at_last(parlour: Parlour, enter: Enter, part: str) -> None:
    ann = enter(parlour)
    ann.page.route(f"**/assets/{part}-*.js", lambda route: route.abort())
    ann.page.goto(parlour.url)
    said = ann.page.get_by_text("Purrlor does not load")
    expect(ann.page.locator(".not-yet")).to_have_css("animation-delay", "6s")
    expect(said).to_be_visible()
    expect(ann.page.get_by_text("Purrlor lädt nicht")).to_be_visible()
    ann.complaints.clear()
