"""Pictures of a screen and of a phone beside it for the docs: `python -m tests.browser.screen_pictures`."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser

from .conftest import TOUCH, USUAL
from .parlour import Parlour
from .person import Person
from .players import sensible
from .room import NAMES, TELEVISION, Room
from .studio import save, studio

UPDATES = 22
"""Number of updates of the screen when the pictures are taken."""


def main() -> None:
    with studio() as (browser, parlour):
        take(browser, parlour)


def take(browser: Browser, parlour: Parlour) -> None:
    usual: dict[str, Any] = {**USUAL, "color_scheme": "light"}
    screen = Person(browser.new_context(**{**usual, "viewport": TELEVISION}), parlour.url, "Screen")
    phones = [Person(browser.new_context(**{**usual, **TOUCH}), parlour.url, name) for name in NAMES]
    room = Room(screen, phones)
    room.come(room.open("meow", len(phones)))
    room.play(sensible, until=lambda: len(room.seen) > UPDATES and any(phone.actions() for phone in phones))
    save(screen, "screen-meow")
    save(next(phone for phone in phones if phone.actions()), "screen-meow-phone")
    for person in (screen, *phones):
        person.context.close()


if __name__ == "__main__":
    main()
