"""Pictures for the docs, from real matches: `python -m tests.browser.pictures [phone|desktop] [light|dark]`."""

from __future__ import annotations

import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from .chromium import path
from .conftest import ARGUMENTS, DESKTOP, PHONE
from .parlour import Parlour
from .person import Person
from .playing import play_on

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
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
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        parlour = Parlour(Path(folder))
        parlour.start()
        browser = playwright.chromium.launch(executable_path=path(), args=ARGUMENTS)
        try:
            for screen, theme in product(SCREENS, ("light", "dark")):
                if {screen, theme} >= set(sys.argv[1:]):
                    take(browser, parlour, screen, theme)
        finally:
            browser.close()
            parlour.stop()


def take(browser: Browser, parlour: Parlour, screen: str, theme: str) -> None:
    settings: dict[str, Any] = {"viewport": SCREENS[screen], "color_scheme": theme, "reduced_motion": "reduce"}
    person = Person(browser.new_context(**settings), parlour.url, "Ann")
    person.go("/")
    _save(person, f"home-{screen}-{theme}")
    for game in RIVALS:
        _play(person, game)
        _save(person, f"{game}-{screen}-{theme}")
    person.context.close()


def _play(person: Person, game: str) -> None:
    seats = [{"kind": "person"}, *({"kind": "bot", "level": level} for level in RIVALS[game])]
    person.go(person.make_table(game, seats))
    moves = iter(range(10**6))
    play_on([person], until=lambda: _is_worth_a_picture(person, LOOKS[game]) and next(moves) >= MOVES[game])


def _is_worth_a_picture(person: Person, what: str) -> bool:
    return any(action.startswith(what) for action in person.actions())


def _save(person: Person, name: str) -> None:
    person.page.wait_for_load_state("networkidle")
    person.page.wait_for_timeout(800)
    person.page.screenshot(path=FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
