"""Pictures of the home page, boards, a puzzle and printed sheets: `python -m tests.browser.pictures [name …]`.

The docs show them, and the web client's manifest offers some of them to browsers that install it."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, FloatRect, sync_playwright

from harness.chromium import path
from purrlor.cli import main as purrlor

from .conftest import TOUCH, USUAL
from .parlour import Parlour
from .person import Person
from .players import play_on
from .studio import FOLDER, save, studio

SHEETS = {"house-of-cats-level2": ["house-of-cats", "--level", "2"], "yatzy-pad": ["yatzy"]}
UPPER_HALF: FloatRect = {"x": 53, "y": 3, "width": 793, "height": 558}
"""Where Chromium's viewer shows the first sheet of a page."""

SCREENS: dict[str, dict[str, Any]] = {"desktop": {**USUAL, "color_scheme": "light"}}
SCREENS["phone"] = SCREENS["desktop"] | TOUCH
BOARDS = [("yatzy", "desktop", "score"), ("yatzy", "phone", "score"), ("addi-cats", "phone", "hit")]
"""Game, screen, and an action that is possible when the picture is taken."""
RIVALS = {"yatzy": "tabby", "addi-cats": "six-year-old"}


def take_home(browser: Browser, parlour: Parlour) -> None:
    for screen, settings in SCREENS.items():
        ann = Person(browser.new_context(**settings), parlour.url, "Ann")
        ann.go("/")
        ann.page.wait_for_load_state("networkidle")
        save(ann, f"home-{screen}-light")
        ann.context.close()


def take_boards(browser: Browser, parlour: Parlour) -> None:
    for game, screen, action in BOARDS:
        ann = Person(browser.new_context(**SCREENS[screen]), parlour.url, "Ann")
        ann.go(ann.make_table(game, [{"kind": "person"}, {"kind": "bot", "level": RIVALS[game]}]))
        play_until_possible(ann, action, after=10)
        save(ann, f"{game}-{screen}-light")
        ann.context.close()


def play_until_possible(person: Person, action: str, *, after: int) -> None:
    moves = count()
    play_on([person], until=lambda: any(name.startswith(action) for name in person.actions()) and next(moves) >= after)


def take_puzzle(browser: Browser, parlour: Parlour) -> None:
    ann = Person(browser.new_context(**SCREENS["phone"]), parlour.url, "Ann")
    ann.go("/puzzles/house-of-cats")
    ann.act(ann.await_turn()[0])
    ann.page.get_by_role("region", name="The answer").locator(".why li").first.wait_for()
    save(ann, "puzzle-phone-light")
    ann.context.close()


def take_sheets() -> None:
    """Show the printed pages in Chromium's own viewer, which only the new headless mode has."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path(),
            args=["--headless=new", "--no-sandbox"],
            ignore_default_args=["--headless", "--disable-extensions"],
        )
        page = browser.new_page(viewport={"width": 900, "height": 1200})
        for name, sheet in SHEETS.items():
            file = Path(folder) / f"{name}.pdf"
            purrlor(["sheet", "print", *sheet, "--pages", "1", "-o", str(file)])
            page.goto(f"{file.as_uri()}#toolbar=0&navpanes=0&zoom=100")
            page.wait_for_timeout(3000)  # the viewer does not say when it has drawn the page
            page.screenshot(path=FOLDER / f"{name}.png", clip=UPPER_HALF)
        browser.close()


TAKEN: dict[str, Callable[[Browser, Parlour], None]] = {"home": take_home, "boards": take_boards, "puzzle": take_puzzle}


def main() -> None:
    names = sys.argv[1:] or [*TAKEN, "sheets"]
    if "sheets" in names:
        take_sheets()
    if wanted := [take for name, take in TAKEN.items() if name in names]:
        with studio() as (browser, parlour):
            for take in wanted:
                take(browser, parlour)


if __name__ == "__main__":
    main()
