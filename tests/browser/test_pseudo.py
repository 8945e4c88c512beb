"""A language 40 % longer than English breaks no layout on a small phone, and no language that there is does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from purrlor.words import languages

from .conftest import TOUCH, Enter
from .cutting import cut
from .fitting import unfit
from .parlour import Parlour
from .person import Person
from .pseudo import pseudo, speak_pseudo
from .stage import Stage
from .test_axe import GAMES, LATE, PAGES
from .test_phones import DECISIONS
from .test_rooms import too_small

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parents[1] / "golden"
STAND_IN = "de"
"""The language whose words are replaced by those of the pseudo-language."""
COMPANY = ("/clubs", "/puzzles", "/evenings", "/screen", "/room", "/join")
"""Pages that the axe test visits elsewhere."""
OF_CHILDREN = {
    "yatzy": ["start", "middle", "last_roll"],
    "meow": ["start", "follow2", "follow4", "taken"],
    "addi-cats": ["turn", "two", "four", "chase"],
    "house-of-cats": ["level1", "forfeit", "room", "cat-number", "cat-any", "litter", "ready"],
}
"""Decisions in a room for children, where four play at most."""
KEEP_LANGUAGE = """language => {
  const kept = JSON.parse(localStorage.getItem("purrlor") ?? "{}")
  localStorage.setItem("purrlor", JSON.stringify({...kept, language}))
}"""
"""As the settings do it, which a room for children does not show."""
SMALL: dict[str, Any] = {**TOUCH, "viewport": {"width": 360, "height": 640}, "locale": STAND_IN}


def test_it_is_longer() -> None:
    assert pseudo("{n} {n:|card|cards} left") == "{n} {n:|çárdd|çárdššš} léftt"
    assert len(pseudo("Come in, have a game")) == 26


def faults(person: Person, where: str) -> list[str]:
    expect(person.page.locator("[aria-busy=true]")).to_have_count(0)
    return [f"{where}: {each}" for each in cut(person.page)]


def open_page(person: Person, path: str) -> None:
    """A page with everything unfolded."""
    person.go(path)
    person.page.locator(next((what for where, what in LATE.items() if path.startswith(where)), "h1")).first.wait_for()
    person.page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")


def company(ann: Person) -> tuple[str, ...]:
    """A club, an evening with a round, a room for children and a puzzle, as their host sees them."""
    ann.ask("POST", "/api/me", {"name": "Ann"})
    club = ann.ask("POST", "/api/clubs", {"name": "The Whiskers"})["id"]
    wanted = {"name": "Friday paws", "format": "duplicate", "game": "yatzy", "seats": 1, "rounds": 2, "host": "Ann"}
    evening = ann.ask("POST", "/api/evenings", wanted)["id"]
    ann.ask("POST", f"/api/evenings/{evening}/round", {})
    room = ann.ask("POST", "/api/rooms")["id"]
    return (f"/clubs/{club}", f"/evenings/{evening}", f"/room/{room}", "/puzzles/house-of-cats")


def test_pages(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann", **SMALL)
    speak_pseudo(ann.page)
    found: list[str] = []
    for path in (*PAGES, *COMPANY, *company(ann)):
        open_page(ann, path)
        found += faults(ann, path)
    ann.go("/")
    ann.page.locator("[aria-controls=settings]").click()
    expect(ann.page.locator("#settings")).to_be_visible()
    assert found + faults(ann, "settings") == []


def test_pages_in_every_language(parlour: Parlour, enter: Enter) -> None:
    """Each page is loaded once; the language changes in place, as the settings do it."""
    ann = enter(parlour, "Ann", **SMALL)
    found: list[str] = []
    for path in (*PAGES, *COMPANY, *company(ann)):
        open_page(ann, path)
        for language in languages():
            ann.page.locator("[aria-controls=settings]").click()
            ann.page.locator("#settings select").first.select_option(language)
            expect(ann.page.locator("html")).to_have_attribute("lang", language)
            found += faults(ann, f"settings in {language}") if path == "/" else []
            ann.page.keyboard.press("Escape")
            found += faults(ann, f"{path} in {language}")
    assert found == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("room", ["", "room"], ids=["table", "children"])
def test_decisions(parlour: Parlour, enter: Enter, room: str, game: str) -> None:
    """In a room for children with targets of 20 mm."""
    ann = enter(parlour, "Ann", **SMALL)
    speak_pseudo(ann.page)
    found: list[str] = []
    stage = Stage(ann.page, parlour.url)
    for name in (*(OF_CHILDREN if room else DECISIONS)[game], "over"):
        stage.show(game, name, room=room)
        if room:
            ann.page.locator("main .prompt svg").first.wait_for()
            found += [f"{name}: {each}" for each in too_small(ann)]
        elif name != "over":
            found += [f"{name}: {each}" for each in unfit(ann.page, game)]
        found += faults(ann, name)
    assert found == []


def test_a_room_for_children_in_every_language(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann", **SMALL)
    made = ann.ask("POST", "/api/rooms")
    ann.ask("POST", f"/api/rooms/{made['id']}/enter", {"key": made["key"], "child": True})
    ann.go(f"/room/{made['id']}")
    found: list[str] = []
    for cat in ("", "kiki"):
        if cat:
            ann.ask("POST", f"/api/rooms/{made['id']}/cat", {"cat": cat})
        for language in languages():
            ann.page.evaluate(KEEP_LANGUAGE, language)
            ann.page.reload()
            ann.page.locator("button[data-game]" if cat else "button[data-cat]").first.wait_for()
            expect(ann.page.locator("html")).to_have_attribute("lang", language)
            found += faults(ann, f"{cat or 'no cat'} in {language}")
    assert found == []


@pytest.mark.parametrize("name", ["yatzy", "meow", "house-of-cats-level-1"])
def test_result_and_replay(parlour: Parlour, enter: Enter, name: str) -> None:
    ann = enter(parlour, "Ann", **SMALL)
    speak_pseudo(ann.page)
    table = ann.ask("POST", "/api/records", (GOLDEN / f"{name}.purr").read_text(encoding="utf-8"))["id"]
    ann.go(f"/t/{table}")
    ann.page.locator("#result").wait_for()
    found = faults(ann, "result")
    ann.go(f"/replay/{table}#7")
    steps = ann.page.locator(".controls .button:not(.main)")
    expect(steps).to_have_count(6)
    assert len({box["y"] for step in steps.all() if (box := step.bounding_box())}) == 1
    assert found + faults(ann, "replay") == []
