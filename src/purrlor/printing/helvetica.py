"""How wide letters are in Helvetica, one of the fonts that every PDF reader has, in thousandths of its size."""

from __future__ import annotations

from typing import Literal, TypeAlias

Font: TypeAlias = Literal["regular", "bold"]

# fmt: off
_REGULAR = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)
_BOLD = (
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
)
# fmt: on
_WIDTHS: dict[Font, tuple[int, ...]] = {"regular": _REGULAR, "bold": _BOLD}
_FIRST = ord(" ")
_OTHER = 556
"""Letters beyond ASCII are taken to be as wide as digits."""


def text_width(text: str, size: float, font: Font = "regular") -> float:
    """In the unit of `size`."""
    widths = _WIDTHS[font]
    places = [ord(letter) - _FIRST for letter in text]
    return sum(widths[place] if 0 <= place < len(widths) else _OTHER for place in places) * size / 1000
