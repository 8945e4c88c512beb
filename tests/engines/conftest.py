"""Windows of three browsers at one server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from harness.chromium import ARGUMENTS, path
from tests.browser.parlour import Parlour

from .chromium import Chromium
from .gallery import write
from .installed import find
from .pair import PICTURES, Pair, SitDown
from .window import Window


@pytest.fixture(scope="package", autouse=True)
def pictures() -> Iterator[None]:
    yield
    if PICTURES:
        write(Path(PICTURES))


@pytest.fixture(scope="package")
def parlour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parlour]:
    parlour = Parlour(tmp_path_factory.mktemp("parlour"))
    parlour.start()
    yield parlour
    parlour.stop()


@pytest.fixture(scope="package", params=["firefox", "webkit"])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="package")
def window(engine: str) -> Iterator[Window]:
    opened = find(engine)
    if isinstance(opened, str):
        pytest.skip(opened)
    window = opened()
    yield window
    window.close()


@pytest.fixture(scope="package")
def chromium_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def chromium(chromium_browser: Browser) -> Iterator[Window]:
    window = Chromium(chromium_browser)
    yield window
    window.close()


@pytest.fixture
def sit_down(parlour: Parlour, engine: str, window: Window, chromium: Window) -> SitDown:
    return lambda game, screen: Pair({engine: window, "chromium": chromium}, parlour.url, game, screen)
