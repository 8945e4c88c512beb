"""Open Sans, embedded into the file: it has Latin, Greek and Cyrillic letters, so that names are complete.

Only the glyphs that were used go into the file. They keep their numbers, so that text can be written before it is known
which glyphs a document needs.
"""

from __future__ import annotations

import io
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Literal, TypeAlias

subset: Any = import_module("fontTools.subset")
tt_lib: Any = import_module("fontTools.ttLib")
"""The library fontTools, which has no type hints; only this module uses it."""

Font: TypeAlias = Literal["regular", "bold"]
STYLES: dict[Font, str] = {"regular": "Regular", "bold": "Bold"}
EM = 1000
"""The units of a PDF font: thousandths of the font size."""
MISSING = "?"
"""The replacement for a character that the font lacks."""
ASCENT, DESCENT, CAP_HEIGHT, STEM = 1069, -293, 714, 80


@lru_cache
def _font(font: Font) -> Any:
    file = files("ttf_opensans") / "ttf" / f"OpenSans-{STYLES[font]}.ttf"
    return tt_lib.TTFont(io.BytesIO(file.read_bytes()), recalcTimestamp=False)


@lru_cache
def _numbers(font: Font) -> dict[int, int]:
    """Return the number of the glyph for each character."""
    loaded = _font(font)
    return {code: loaded.getGlyphID(name) for code, name in loaded.getBestCmap().items()}


def glyphs(text: str, font: Font) -> list[int]:
    """Return the numbers of the glyphs of a text."""
    numbers = _numbers(font)
    return [numbers.get(ord(letter), numbers[ord(MISSING)]) for letter in text]


@lru_cache
def _widths(font: Font) -> tuple[int, ...]:
    """Return the width of each glyph in thousandths of the font size."""
    loaded = _font(font)
    units = loaded["head"].unitsPerEm
    return tuple(round(loaded["hmtx"][name][0] * EM / units) for name in loaded.getGlyphOrder())


def glyph_width(number: int, font: Font) -> int:
    return _widths(font)[number]


def text_width(text: str, size: float, font: Font = "regular") -> float:
    """Return the width of a text in the unit of `size`."""
    return sum(_widths(font)[number] for number in glyphs(text, font)) * size / EM


def font_file(used: set[int], font: Font) -> bytes:
    """Return the font with only these glyphs, which keep their numbers; the same bytes every time."""
    file = files("ttf_opensans") / "ttf" / f"OpenSans-{STYLES[font]}.ttf"
    reduced = tt_lib.TTFont(io.BytesIO(file.read_bytes()), recalcTimestamp=False)
    options = subset.Options(retain_gids=True, hinting=False, layout_features=[], notdef_outline=True)
    options.drop_tables += ["DSIG", "GPOS", "GSUB", "GDEF", "kern", "gasp"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(gids=sorted(used))
    subsetter.subset(reduced)
    out = io.BytesIO()
    reduced.save(out)
    return out.getvalue()
