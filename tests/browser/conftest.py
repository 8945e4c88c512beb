"""Fixtures of the browser tests: a server, a Chromium, and people in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from harness.chromium import ARGUMENTS, path

from .parlour import Parlour, quiet_port
from .person import Person
from .players import await_review, play_on

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
USUAL: dict[str, Any] = {
    "viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block",
}  # fmt: skip

Enter = Callable[..., Person]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Closed before tests of another folder begin: while Playwright is open, its event loop counts as running, and no
    other can be run in this process."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path(), args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="package")
def shared_parlour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parlour]:
    parlour = Parlour(tmp_path_factory.mktemp("parlour"))
    parlour.start()
    yield parlour
    parlour.stop()


@dataclass(frozen=True)
class Played:
    """A finished match of Yatzy, and what its players' browsers have stored."""

    table: str
    ann: Any
    bob: Any


@pytest.fixture(scope="package")
def played(browser: Browser, shared_parlour: Parlour) -> Played:
    ann, bob = (Person(browser.new_context(**USUAL), shared_parlour.url, name) for name in ("Ann", "Bob"))
    way = ann.make_table("yatzy", [{"kind": "person"}, {"kind": "open"}])
    ann.go(way)
    bob.join(way)
    play_on([ann, bob])
    kept = Played(ann.table, ann.context.storage_state(), bob.context.storage_state())
    assert ann.complaints + bob.complaints == []
    ann.context.close()
    bob.context.close()
    return kept


@pytest.fixture(scope="package")
def reviewed(browser: Browser, shared_parlour: Parlour, played: Played) -> Played:
    """Complete the review of the same match, so that tests of the web client do not wait for the solver."""
    ann = Person(browser.new_context(**USUAL, storage_state=played.ann), shared_parlour.url, "Ann")
    await_review(ann, played.table)
    ann.context.close()
    return played


@pytest.fixture
def parlour(shared_parlour: Parlour) -> Parlour:
    return shared_parlour


@pytest.fixture
def own_parlour(tmp_path: Path) -> Iterator[Parlour]:
    """Run a server for a test that stops it."""
    parlour = Parlour(tmp_path, quiet_port())
    parlour.start()
    yield parlour
    parlour.stop()


@pytest.fixture
def enter(browser: Browser) -> Iterator[Enter]:
    """Return a function that opens a browser of its own for somebody. A console error fails the test."""
    people: list[Person] = []

    def come(parlour: Parlour, name: str = "Ann", *, url: str = "", **settings: Any) -> Person:
        person = Person(browser.new_context(**{**USUAL, **settings}), url or parlour.url, name)
        people.append(person)
        return person

    yield come
    for person in people:
        person.context.close()
    assert [complaint for person in people for complaint in person.complaints] == []
