"""Chromium, for comparison."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser


class Chromium:
    def __init__(self, browser: Browser) -> None:
        self._context = browser.new_context(locale="en-GB", reduced_motion="reduce", color_scheme="light")
        self._page = self._context.new_page()

    def resize(self, width: int, height: int) -> None:
        self._page.set_viewport_size({"width": width, "height": height})

    def go(self, url: str) -> None:
        self._page.goto(url)

    def run(self, function: str, *arguments: Any) -> Any:
        return self._page.evaluate(f"all => ({function})(...all)", arguments)

    def press(self, x: float, y: float) -> None:
        self._page.mouse.click(x, y)

    def picture(self) -> bytes:
        return self._page.screenshot()

    def close(self) -> None:
        self._context.close()
