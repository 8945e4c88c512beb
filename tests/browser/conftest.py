"""A parlour, a Chromium, and people in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from .chromium import path
from .parlour import Parlour
from .person import Person

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}

Enter = Callable[..., Person]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path(), args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def shared_parlour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parlour]:
    parlour = Parlour(tmp_path_factory.mktemp("parlour"))
    parlour.start()
    yield parlour
    parlour.stop()


@pytest.fixture
def parlour(shared_parlour: Parlour) -> Parlour:
    return shared_parlour


@pytest.fixture
def own_parlour(tmp_path: Path) -> Iterator[Parlour]:
    """For tests that stop the server."""
    parlour = Parlour(tmp_path)
    parlour.start()
    yield parlour
    parlour.stop()


@pytest.fixture
def enter(browser: Browser) -> Iterator[Enter]:
    """Lets somebody in: a browser of their own. Whatever their console complains of fails the test."""
    people: list[Person] = []

    def come(parlour: Parlour, name: str = "Ann", **settings: Any) -> Person:
        options: dict[str, Any] = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce", **settings}
        person = Person(browser.new_context(**options), parlour.url, name)
        people.append(person)
        return person

    yield come
    for person in people:
        person.context.close()
    assert [complaint for person in people for complaint in person.complaints] == []
