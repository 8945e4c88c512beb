"""Pictures of a screen and phones for the docs: `python -m tests.browser.screen_pictures [game …]`."""

from __future__ import annotations

import sys
from typing import Any

from playwright.sync_api import Browser

from .conftest import TOUCH, USUAL
from .parlour import Parlour
from .person import Person
from .players import sensible, turns
from .room import NAMES, TELEVISION, Room
from .studio import save, studio

UPDATES = {"meow": 22, "yatzy": 60, "house-of-cats": 9, "addi-cats": 30}
"""Number of updates of the screen when the picture is taken."""
THEMES = {"yatzy": "dark"}
OPTIONS = {"addi-cats": {"pace": "300"}}


def main() -> None:
    with studio() as (browser, parlour):
        for game in sys.argv[1:] or UPDATES:
            take(browser, parlour, game)


def take(browser: Browser, parlour: Parlour, game: str) -> None:
    usual: dict[str, Any] = {**USUAL, "color_scheme": THEMES.get(game, "light")}
    large: dict[str, Any] = {**usual, "viewport": TELEVISION}
    screen = Person(browser.new_context(**large), parlour.url, "Screen")
    phones = [Person(browser.new_context(**{**usual, **TOUCH}), parlour.url, name) for name in NAMES]
    room = Room(screen, phones[:4])
    code = room.open(game, len(phones), **OPTIONS.get(game, {}))
    room.come(code)
    screen.page.locator("img").wait_for()
    if game == next(iter(UPDATES)):
        save(screen, "screen-lobby")
    room.phones = phones[4:]
    room.come(code)
    room.phones = phones
    choose = turns if game == "addi-cats" else sensible
    room.play(choose, until=lambda: len(room.seen) > UPDATES[game] and any(phone.actions() for phone in phones))
    save(screen, f"screen-{game}")
    save(next(phone for phone in phones if phone.actions()), f"screen-{game}-phone")
    for person in (screen, *phones):
        person.context.close()


if __name__ == "__main__":
    main()
