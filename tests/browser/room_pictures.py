"""Pictures of a room for children and a tournament for the docs: `python -m tests.browser.room_pictures [name …]`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Browser

from .conftest import DESKTOP, TOUCH, USUAL
from .parlour import Parlour
from .person import Person
from .players import play_on
from .room import TABLET, lay_card, write_on_sheet
from .studio import save, studio

MOVES = {"meow": 9, "house-of-cats": 26}
"""Number of taps when the picture is taken."""
TAPS: dict[str, Callable[[Person, Random], bool]] = {"meow": lay_card, "house-of-cats": write_on_sheet}


def main() -> None:
    with studio() as (browser, parlour):
        for name in sys.argv[1:] or TAKEN:
            TAKEN[name](browser, parlour)


def _come(browser: Browser, parlour: Parlour, name: str, **settings: Any) -> Person:
    return Person(browser.new_context(**{**USUAL, **settings}), parlour.url, name)


def _child(browser: Browser, parlour: Parlour, cat: str, **settings: Any) -> Person:
    """Open the room on a device that the parent handed over."""
    ann = _come(browser, parlour, "Ann", **settings)
    made = ann.ask("POST", "/api/rooms")
    ann.ask("POST", f"/api/rooms/{made['id']}/enter", {"key": made["key"], "child": True})
    ann.ask("POST", f"/api/rooms/{made['id']}/cat", {"cat": cat})
    ann.go(f"/room/{made['id']}")
    ann.page.locator("button[data-game]").first.wait_for()
    return ann


def take_room(browser: Browser, parlour: Parlour) -> None:
    child = _child(browser, parlour, "momo", **TABLET, color_scheme="light")
    save(child, "room-tablet-light")
    child.context.close()


def take_race(browser: Browser, parlour: Parlour) -> None:
    child = _child(browser, parlour, "momo", **TOUCH, color_scheme="dark")
    child.page.locator("button[data-game=addi-cats][data-friends='0']").tap()
    for _ in range(6):
        child.page.locator("button.turn").wait_for()
        child.page.locator("button.turn").dispatch_event("pointerdown", {"button": 0, "isPrimary": True})
        child.page.wait_for_timeout(500)
    child.page.locator("button.turn").wait_for()
    save(child, "room-addi-cats-phone-dark")
    child.context.close()


def take_board(game: str) -> Callable[[Browser, Parlour], None]:
    def take(browser: Browser, parlour: Parlour) -> None:
        child, chance, taps = _child(browser, parlour, "momo", **TOUCH), Random(game), 0
        child.page.locator(f"button[data-game={game}][data-friends='0']").tap()
        while taps < MOVES[game]:
            taps += TAPS[game](child, chance)
            child.page.wait_for_timeout(50)
        child.until(lambda: bool(child.updates[-1]["legal"]))
        save(child, f"room-{game}-phone")
        child.context.close()

    return take


def take_evening(browser: Browser, parlour: Parlour) -> None:
    """Photograph three tables with the same dice and deals: the first round is over, the second is being played."""
    ann, ben, cleo = (
        _come(browser, parlour, name, viewport={**DESKTOP, "height": 1180}) for name in ("Ann", "Ben", "Cleo")
    )
    wanted = {"name": "Friday paws", "format": "duplicate", "game": "yatzy", "seats": 1, "rounds": 3, "host": "Ann"}
    made = ann.ask("POST", "/api/evenings", {**wanted, "cat": "momo"})
    evening = f"/api/evenings/{made['id']}"
    for person, cat in ((ben, "luna"), (cleo, "coco")):
        person.ask("POST", f"{evening}/join", {"name": person.name, "cat": cat, "key": made["key"]})
    ann.ask("POST", f"{evening}/round", {})
    for person in (ann, ben, cleo):
        person.go(f"/evenings/{made['id']}")
        person.page.get_by_role("link", name="To your table").click()
        person.await_turn()
    play_on([ann, ben, cleo])
    ann.go(f"/evenings/{made['id']}")
    ann.page.locator(".score").first.wait_for()
    ann.button("Deal round 2").click()
    ann.page.get_by_role("link", name="To your table").wait_for()
    save(ann, "evening-desktop")
    for person in (ann, ben, cleo):
        person.context.close()


TAKEN: dict[str, Callable[[Browser, Parlour], None]] = {
    "room": take_room,
    "addi-cats": take_race,
    "meow": take_board("meow"),
    "house-of-cats": take_board("house-of-cats"),
    "evening": take_evening,
}


if __name__ == "__main__":
    main()
