"""axe-core finds nothing to complain of."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import DESKTOP, TOUCH, Enter, Played
from .parlour import Parlour
from .person import Person

pytestmark = pytest.mark.slow

LOOKS: dict[str, dict[str, Any]] = {
    "light-desktop": {"viewport": DESKTOP, "color_scheme": "light"},
    "dark-phone": {**TOUCH, "color_scheme": "dark"},
}
SCREENS: dict[str, dict[str, Any]] = {"desktop": {"viewport": DESKTOP}, "phone": TOUCH}
GAMES = ("yatzy", "meow", "addi-cats", "house-of-cats")
PAGES = (
    "/", *(f"/new/{game}" for game in GAMES), "/learn", *(f"/learn/{game}" for game in GAMES),
    "/pads", *(f"/pads/{game}" for game in GAMES), "/about", "/transfer", "/you", "/nowhere/at/all",
    "/today", "/today/yatzy", "/history",
)  # fmt: skip
BACKGROUND = "getComputedStyle(document.body).backgroundColor"
LATE = {"/new/": "fieldset", "/learn/": "main article p", "/pads/": "main button"}
"""What comes last on a page."""
OPTIONS: dict[str, dict[str, str]] = {
    "yatzy": {"first": "1"}, "meow": {"first": "1"}, "house-of-cats": {}, "addi-cats": {"first": "1", "pace": "300"},
}  # fmt: skip
RIVALS = {
    "yatzy": ["uniform"],
    "meow": ["uniform"] * 2,
    "house-of-cats": ["uniform"],
    "addi-cats": ["six-year-old"] * 2,
}


def found(person: Person, where: str) -> list[str]:
    expect(person.page.locator("[aria-busy=true]")).to_have_count(0)
    person.page.wait_for_timeout(100)
    return [f"{where}: {each}" for each in person.violations()]


@pytest.mark.parametrize("look", list(LOOKS))
def test_pages(parlour: Parlour, enter: Enter, look: str) -> None:
    ann = enter(parlour, "Ann", **LOOKS[look])
    complaints: list[str] = []
    for path in PAGES:
        ann.go(path)
        ann.page.locator(next((what for where, what in LATE.items() if path.startswith(where)), "h1")).first.wait_for()
        ann.page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")
        complaints += found(ann, path)
    ann.go("/")
    ann.button("Settings").click()
    expect(ann.page.locator("#settings")).to_be_visible()
    assert complaints + found(ann, "settings") == []


@pytest.mark.parametrize("screen", list(SCREENS))
@pytest.mark.parametrize("game", GAMES)
def test_tables(parlour: Parlour, enter: Enter, game: str, screen: str) -> None:
    ann = enter(parlour, "Ann", **SCREENS[screen], color_scheme="light")
    seats = [{"kind": "person"}, *({"kind": "bot", "level": level} for level in RIVALS[game])]
    ann.go(ann.make_table(game, seats, lesson="looking", options=OPTIONS[game]))
    for _ in range(2):
        ann.act(ann.await_turn()[0])
        ann.page.wait_for_timeout(100)
    ann.await_turn()
    ann.page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")
    complaints = found(ann, f"{game}, light")
    light = ann.page.evaluate(BACKGROUND)
    ann.page.emulate_media(color_scheme="dark")
    ann.until(lambda: ann.page.evaluate(BACKGROUND) != light)
    assert complaints + found(ann, f"{game}, dark") == []


@pytest.mark.parametrize("look", list(LOOKS))
def test_lobby_lesson_and_curtain(parlour: Parlour, enter: Enter, look: str) -> None:
    ann, bob = enter(parlour, "Ann", **LOOKS[look]), enter(parlour, "Bob", **LOOKS[look])
    way = ann.make_table("yatzy", [{"kind": "person"}, {"kind": "open"}])
    ann.go(way)
    ann.page.get_by_role("img", name="The link as a code to scan").wait_for()
    complaints = found(ann, "lobby")
    bob.go(way)
    bob.button("Take a seat").wait_for()
    complaints += found(bob, "invitation")
    ann.go("/learn/yatzy")
    ann.button("Play the lesson").click()
    ann.page.get_by_role("region", name="The lesson").wait_for()
    complaints += found(ann, "lesson")
    here = [{"kind": "person"}, {"kind": "person", "name": "Bea"}, {"kind": "bot", "level": "uniform"}]
    ann.go(ann.make_table("meow", here, options={"first": "2"}))
    ann.page.get_by_role("heading", name="Bea").wait_for()
    assert complaints + found(ann, "curtain") == []


@pytest.mark.parametrize("look", list(LOOKS))
def test_result_review_and_replay(parlour: Parlour, enter: Enter, reviewed: Played, look: str) -> None:
    ann = enter(parlour, "Ann", storage_state=reviewed.ann, **LOOKS[look])
    ann.go(f"/t/{reviewed.table}")
    ann.button("Check the luck of the draw").click()
    ann.sees("rolls and deals follow from the seed")
    complaints = found(ann, "check")
    ann.button("How well did I play?").click()
    ann.page.get_by_role("heading", name="The costliest decisions").wait_for()
    complaints += found(ann, "review")
    ann.go(f"/replay/{reviewed.table}#7")
    ann.button("One step on").click()
    assert complaints + found(ann, "replay") == []
