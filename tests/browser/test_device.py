"""A parlour that is kept on the device: a whole match without a network."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .conftest import Enter
from .parlour import Parlour
from .person import THINKING, Person
from .playing import first, patient, play_on, sensible

pytestmark = [pytest.mark.slow, pytest.mark.long]
GAMES: dict[str, tuple[str, Callable[..., str]]] = {
    "yatzy": ("Ed, the Cat's Yatzy", sensible),
    "meow": ("MEOW", sensible),
    "house-of-cats": ("House of Cats", first),
    "addi-cats": ("Addi Cat's", patient),
}


def keep_parlour(person: Person) -> None:
    """Let the parlour move in; its size is shown before."""
    person.page.evaluate("() => localStorage.setItem('purrlor', JSON.stringify({pace: 'quick'}))")
    person.page.reload()
    person.button("Keep it on this device").click()
    expect(person.button("Keep it here")).to_contain_text("MB)")
    with person.told("All is in"):
        person.button("Keep it here").click()


def begin(person: Person, game: str) -> None:
    title, _ = GAMES[game]
    person.button(f"Play now : {title}").click()
    person.page.locator("dialog .button.main").last.click()
    expect(person.page.locator("#board")).to_be_attached(timeout=THINKING)


@pytest.mark.parametrize("game", GAMES)
def test_a_parlour_that_was_kept_plays_a_whole_match_without_a_network(
    own_parlour: Parlour, enter: Enter, game: str
) -> None:
    _, choose = GAMES[game]
    ann = enter(own_parlour, "Ann", service_workers="allow")
    ann.go("/")
    keep_parlour(ann)
    own_parlour.stop()
    ann.context.set_offline(True)
    begin(ann, game)
    moves = iter(range(10**6))
    play_on([ann], choose=choose, until=lambda: next(moves) > 6)
    ann.page.reload()
    expect(ann.page.locator("#board")).to_be_attached(timeout=THINKING)
    assert play_on([ann], choose=choose) > 5
    ann.button("Check the luck of the draw").click()
    expect(ann.page.locator("li.bad")).to_have_count(0)
    expect(ann.page.get_by_text("from the seed, computed on this device")).to_be_visible(timeout=THINKING)
    own_parlour.start()
