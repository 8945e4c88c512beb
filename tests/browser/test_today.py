"""The daily challenge in a real browser, from the first move to the board and the text to share."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from purrlor.kit import kits
from purrlor.words import words

from .conftest import DESKTOP, TOUCH, Enter
from .parlour import Parlour
from .person import THINKING, Person
from .players import play_on

pytestmark = pytest.mark.slow

DESK: dict[str, Any] = {"viewport": DESKTOP, "color_scheme": "light"}
PHONE: dict[str, Any] = {**TOUCH, "color_scheme": "dark"}
CHALLENGES = [name for name, kit in kits().items() if kit.daily is not None]
LOOKS = dict(zip(CHALLENGES, cycle((PHONE, DESK)), strict=False))
TITLES = {game: words("en").title(game) for game in CHALLENGES}
SIGNS = "🐟🐾🧶"
QUICK_BOTS = "localStorage.getItem('purrlor') ?? localStorage.setItem('purrlor', JSON.stringify({pace: 'quick'}))"
"""As the settings have it: three bots at their usual pace play ninety cards in two minutes."""


def main_button(person: Person, game: str, says: str) -> Locator:
    card = person.page.get_by_role("article", name=TITLES[game])
    return card.locator(".button.main").filter(has_text=says)


def see_board(person: Person, game: str) -> str:
    """The text to share, once luck and skill are known; axe has nothing to complain of."""
    expect(person.page.locator("tr.you")).to_have_count(1)
    expect(person.page.locator(".row-of-signs svg").first).to_be_visible(timeout=THINKING)
    person.page.get_by_text("The text to share").click()
    text = person.page.locator("pre").inner_text()
    title, result, row, address = text.splitlines()
    assert TITLES[game] in title
    assert "place 1 of 1" in result
    assert set(row.replace("\ufe0f", "")) <= set(SIGNS)
    assert len(row) == person.page.locator(".row-of-signs svg").count()
    assert address.endswith(f"/today/{game}")
    assert person.violations() == []
    return text


@pytest.mark.parametrize(
    "challenges",
    [
        pytest.param(["yatzy"], id="yatzy"),
        pytest.param(CHALLENGES, marks=pytest.mark.nightly, id="all"),
    ],
)
def test_a_challenge_from_the_first_move_to_the_text_to_share(
    own_parlour: Parlour, enter: Enter, challenges: list[str]
) -> None:
    """Some play on phones, some at desks; then each looks at the board on the other kind of screen."""
    people = {game: enter(own_parlour, game.capitalize(), **LOOKS[game]) for game in challenges}
    for game, person in people.items():
        person.context.add_init_script(QUICK_BOTS)
        person.go("/today")
        main_button(person, game, "Play today’s try").click()
        person.await_turn()
    yatzy = people["yatzy"]
    expect(yatzy.button("Hint")).to_have_count(0)
    expect(yatzy.button("Take back")).to_have_count(0)
    yatzy.go("/today")
    main_button(yatzy, "yatzy", "Go on with your try").click()
    yatzy.await_turn()
    play_on(list(people.values()))
    for game, person in people.items():
        person.page.get_by_role("link", name="To today’s board").click()
        text = see_board(person, game)
        other = enter(
            own_parlour,
            storage_state=person.context.storage_state(),
            **(DESK if LOOKS[game] is PHONE else PHONE),
        )
        other.go(f"/today/{game}")
        assert see_board(other, game) == text
        other.go("/today")
        expect(other.page.locator("td.done")).to_have_count(1)
        if game in ("yatzy", "meow"):  # a desk and a phone
            assert other.violations() == []


def test_the_board_with_a_keyboard(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann")
    ann.go("/today/yatzy")
    ann.page.locator("#board").wait_for()
    ann.tab_to("button[aria-label='The day before']")
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("alert")).to_have_text("There is no challenge for that day.")
    ann.tab_to("button[aria-label='The day after']")
    ann.page.keyboard.press("Enter")
    ann.page.locator("main .sheet .button.main").wait_for()
    ann.tab_to("main .sheet .button.main")
    ann.page.keyboard.press("Enter")
    assert ann.await_turn()
