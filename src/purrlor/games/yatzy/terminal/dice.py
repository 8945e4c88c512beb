"""Dice drawn with lines and pips."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

WIDTH = 9
HEIGHT = 5
PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
BLANK = ("     ", "     ", "     ")


def die(face: int | None) -> list[Text]:
    """One die, line by line; None: a die in the hand, which shows nothing yet."""
    style = "dim" if face is None else "bold"
    pips = BLANK if face is None else PIPS[face]
    middle = [f"│ {row} │" for row in pips]
    return [Text(line, style=style) for line in ("╭───────╮", *middle, "╰───────╯")]


def row(faces: Sequence[int | None]) -> list[Text]:
    """Dice side by side."""
    columns = [die(face) for face in faces]
    return [Text(" ").join([column[line] for column in columns]) for line in range(HEIGHT)]


def small(face: int | None) -> str:
    """A die in three characters, where there is no room for pips."""
    return "[ ]" if face is None else f"[{face}]"
