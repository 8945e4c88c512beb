"""A sheet that a player drew, as the page and the rules need it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DrawnSheet:
    word: str
    """The drawing in one word, which the option `sheet` takes."""
    level: int
    rows: tuple[tuple[str, ...], ...]
