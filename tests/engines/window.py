"""The interface of a browser window that the tests use, whatever protocol drives it."""

from __future__ import annotations

from typing import Any, Protocol

PATIENCE = 180.0
"""Seconds: the machine may be busy."""


class Window(Protocol):
    """One browser with one page, without any memory of earlier runs."""

    def resize(self, width: int, height: int) -> None:
        """Give the page this many CSS pixels."""
        ...

    def go(self, url: str) -> None:
        """Open an address and wait until it is loaded."""
        ...

    def run(self, function: str, *arguments: Any) -> Any:
        """Call a JavaScript function in the page with JSON values; a promise is awaited."""
        ...

    def press(self, x: float, y: float) -> None:
        """Press and release the mouse at a place of the viewport, as an input device would."""
        ...

    def picture(self) -> bytes:
        """Return the viewport as a PNG."""
        ...

    def close(self) -> None: ...
