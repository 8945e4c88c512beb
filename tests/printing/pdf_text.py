"""Read the text of a printed page: its file is not compressed."""

from __future__ import annotations

import re

BFCHAR = re.compile(rb"<([0-9a-f]{4})> <([0-9a-f]+)>\n")


def texts(pdf: bytes) -> list[str]:
    """Return every line of text in drawing order, as copied from a PDF reader."""
    maps = [dict(BFCHAR.findall(each)) for each in re.findall(rb"begincmap.*?endcmap", pdf, re.DOTALL)]
    letters = dict(zip([b"F1", b"F2"], maps, strict=False))
    shown = re.findall(rb"/(F\d) [\d.]+ Tf\n[^\n]* Tm\n<([0-9a-f]*)> Tj", pdf)
    return ["".join(_letter(letters[font], code) for code in re.findall(rb"....", codes)) for font, codes in shown]


def _letter(letters: dict[bytes, bytes], code: bytes) -> str:
    return bytes.fromhex(letters[code].decode()).decode("utf-16-be")
