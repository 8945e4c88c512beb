"""A server and a browser for taking pictures for the docs."""

from __future__ import annotations

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from harness.chromium import ARGUMENTS, path

from .parlour import Parlour
from .person import Person

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


@contextmanager
def studio() -> Generator[tuple[Browser, Parlour]]:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        parlour = Parlour(Path(folder))
        parlour.start()
        browser = playwright.chromium.launch(executable_path=path(), args=ARGUMENTS)
        try:
            yield browser, parlour
        finally:
            browser.close()
            parlour.stop()


def save(person: Person, name: str) -> None:
    """Take a picture once all animations have ended."""
    person.page.wait_for_timeout(800)
    person.page.screenshot(path=FOLDER / f"{name}.png")
