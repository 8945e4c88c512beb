"""A game of another package that brings nothing but its rules, on a page that was built without it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.pig import install_pig

from .conftest import TOUCH, Enter
from .parlour import Parlour
from .person import Person
from .players import play_on
from .room import NAMES, TELEVISION, Room, leaks

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def pigsty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parlour]:
    """A parlour beside which Pig is installed."""
    packages = install_pig(tmp_path_factory.mktemp("packages"))
    parlour = Parlour(tmp_path_factory.mktemp("pigsty"), packages=packages)
    parlour.start()
    yield parlour
    parlour.stop()


def card(person: Person) -> Locator:
    return person.page.locator("article").filter(has=person.page.locator("#title-pig"))


def lines(person: Person) -> dict[str, str]:
    """The outline of the view: each line that has a value."""
    facts = person.page.locator(".board-room dl > div:not(.group)")
    return dict(facts.evaluate_all("all => all.map(one => [...one.children].map(part => part.innerText.trim()))"))


@pytest.mark.parametrize("settings", [{}, TOUCH, {"locale": "de-DE"}], ids=["desktop", "phone", "german"])
def test_it_has_a_card_after_ours(pigsty: Parlour, enter: Enter, settings: dict[str, object]) -> None:
    ann = enter(pigsty, **settings)
    ann.go("/")
    expect(card(ann).locator("svg").first).to_be_visible()
    titles = ann.page.locator("article h3").all_inner_texts()
    assert titles[-1] == "Pig"
    assert len(titles) > 4
    expect(card(ann)).to_contain_text("1 bis 6" if "locale" in settings else "1 to 6")
    assert ann.violations() == []


def test_it_is_played_from_the_first_tap_to_the_result(pigsty: Parlour, enter: Enter) -> None:
    ann = enter(pigsty, **TOUCH)
    ann.go("/new/pig")
    ann.page.get_by_label("What shall the others call you?").fill("Ann")
    ann.page.get_by_label("Target").fill("20")
    ann.button("Bots on all free seats").click()
    ann.button("Set the table").click()
    expect(ann.page.locator(".board-room")).to_contain_text("Turn total")
    assert lines(ann) == {"Ann": "0", "Woolly": "0", "Turn total": "0", "Target": "20"}
    assert ann.violations() == []
    ann.page.get_by_role("button", name="Roll", exact=True).click()
    expect(ann.page.get_by_role("list", name="The story")).to_contain_text("Ann: roll.")
    play_on([ann])
    expect(ann.page.locator("#result")).to_be_visible()
    assert max(int(lines(ann)[name]) for name in ("Ann", "Woolly")) >= 20
    assert ann.violations() == []


def test_two_people_play_it_and_look_back(pigsty: Parlour, enter: Enter) -> None:
    ann, ben = enter(pigsty), enter(pigsty, "Ben", locale="de-DE")
    way = ann.make_table("pig", [{"kind": "person"}, {"kind": "open"}], options={"target": "15"})
    ann.go(way)
    ben.join(way)
    play_on([ann, ben])
    expect(ben.page.locator("#result")).to_be_visible()
    ann.go(f"/replay/{ann.table}")
    expect(ann.page.locator(".board-room")).to_contain_text("Turn total")
    assert lines(ann)["Ann"] == "0"
    ann.page.get_by_role("slider").press("End")
    assert max(int(lines(ann)[name]) for name in ("Ann", "Ben")) >= 15


def test_pages_about_it_work_without_words_and_rules(pigsty: Parlour, enter: Enter) -> None:
    ann = enter(pigsty)
    ann.go("/learn/pig")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Pig")
    ann.sees("Nobody has written down the rules of this game yet.")
    ann.go("/pads/pig")
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("Pig")
    expect(ann.button("One more match")).to_be_visible()
    ann.go("/new/goat")
    ann.sees("not in this house")


def test_its_rules_are_one_tap_away_too(pigsty: Parlour, enter: Enter) -> None:
    ann = enter(pigsty, **TOUCH)
    ann.go(ann.make_table("pig", [{"kind": "person"}]))
    ann.await_turn()
    ann.button("How to play").tap()
    ann.page.get_by_role("dialog").get_by_text("Nobody has written down the rules").wait_for()


def test_it_is_played_on_a_screen_with_phones(pigsty: Parlour, enter: Enter) -> None:
    screen = enter(pigsty, "Television", viewport=TELEVISION)
    room = Room(screen, [enter(pigsty, name, **TOUCH) for name in NAMES[:2]])
    screen.go("/screen")
    expect(screen.button("Pig")).to_be_visible()
    room.come(room.open("pig", target="15"))
    expect(screen.page.locator(".board-room")).to_contain_text("Turn total")
    assert set(lines(screen)) == {*NAMES[:2], "Turn total", "Target"}
    assert screen.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    room.play(choose=lambda *_: "", until=lambda: any(phone.actions() for phone in room.phones))
    expect(screen.page.locator("main").get_by_role("button", name="Roll", exact=True)).to_have_count(0)
    assert screen.violations() + room.phones[0].violations() == []
    room.play()
    assert leaks(room) == []
    expect(screen.page.locator("#result")).to_be_visible()
    assert screen.violations() == []
