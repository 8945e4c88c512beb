"""Pictures for the docs, from real matches: `python -m tests.browser.pictures [phone|desktop] [light|dark]`."""

from __future__ import annotations

import sys
from itertools import product
from typing import Any

from playwright.sync_api import Browser

from .conftest import DESKTOP, PHONE
from .parlour import Parlour
from .person import Person
from .players import play_on
from .studio import save, studio

RIVALS = {
    "yatzy": ["tabby"],
    "meow": ["kitten", "tabby", "lynx"],
    "house-of-cats": ["kitten", "tabby"],
    "addi-cats": ["six-year-old", "ten-year-old"],
}
MOVES = {"yatzy": 12, "meow": 6, "house-of-cats": 24, "addi-cats": 10}
"""Number of moves made when the picture is taken."""
LOOKS = {"yatzy": "score", "meow": "play", "house-of-cats": "place", "addi-cats": "hit"}
"""What can be done in the picture: dice lie on the table, a card may be played …"""
SCREENS = {"phone": PHONE, "desktop": DESKTOP}


def main() -> None:
    with studio() as (browser, parlour):
        for screen, theme in product(SCREENS, ("light", "dark")):
            if {screen, theme} >= set(sys.argv[1:]):
                take(browser, parlour, screen, theme)


def take(browser: Browser, parlour: Parlour, screen: str, theme: str) -> None:
    settings: dict[str, Any] = {"viewport": SCREENS[screen], "color_scheme": theme, "reduced_motion": "reduce"}
    person = Person(browser.new_context(**settings), parlour.url, "Ann")
    person.go("/")
    person.page.wait_for_load_state("networkidle")
    save(person, f"home-{screen}-{theme}")
    for game in RIVALS:
        _play(person, game)
        save(person, f"{game}-{screen}-{theme}")
    person.context.close()


def _play(person: Person, game: str) -> None:
    seats = [{"kind": "person"}, *({"kind": "bot", "level": level} for level in RIVALS[game])]
    person.go(person.make_table(game, seats))
    moves = iter(range(10**6))
    play_on([person], until=lambda: _is_worth_a_picture(person, LOOKS[game]) and next(moves) >= MOVES[game])


def _is_worth_a_picture(person: Person, what: str) -> bool:
    return any(action.startswith(what) for action in person.actions())


if __name__ == "__main__":
    main()
