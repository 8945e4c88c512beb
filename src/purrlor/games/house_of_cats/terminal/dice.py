"""The dice of House of Cats; None is a die that is used, or not rolled yet."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from purrlor.games.house_of_cats import Symbol

from .grid import ENTRY_STYLES
from .plain import result_name

PICTURES = {
    Symbol.TWO: ("●      ", "       ", "      ●"),
    Symbol.THREE: ("●      ", "   ●   ", "      ●"),
    Symbol.FOUR: ("●     ●", "       ", "●     ●"),
    Symbol.FIVE: ("●     ●", "   ●   ", "●     ●"),
    Symbol.CAT: (" /\\_/\\ ", " ^   ^ ", "  =Y=  "),
    Symbol.MOUSE: ("()   ()", "  · ·  ", " --o-- "),
}
SMALL = 5
"""The width in cells inside a small die."""


def small_name(result: Symbol) -> str:
    """A result in one word, abbreviated where it is wider than a small die: `sour.` in French."""
    name = result_name(result)
    return name if cell_len(name) <= SMALL else set_cell_size(name, SMALL - 1) + "."


def small(results: Sequence[Symbol | None], *, gap: bool) -> list[Text]:
    """The results in words, three lines high."""
    lines = [Text(""), Text(""), Text("")]
    for place, result in enumerate(results):
        used = result is None
        shown = "" if result is None else small_name(result)
        style = "dim" if result is None else f"bold {ENTRY_STYLES[result]}"
        drawn = ("╭┄┄┄┄┄╮", "┊     ┊", "╰┄┄┄┄┄╯") if used else ("╭─────╮", f"│{shown:^5}│", "╰─────╯")
        for line, row in zip(lines, drawn, strict=True):
            line.append((" " if gap and place else "") + row, style=style)
    return lines


def large(results: Sequence[Symbol | None]) -> list[Text]:
    """The results in pips and pictures, five lines high."""
    lines = [Text("") for _ in range(5)]
    for place, result in enumerate(results):
        rows = (" " * 7,) * 3 if result is None else PICTURES[result]
        side, cap = ("┊", "┄") if result is None else ("│", "─")
        style = "dim" if result is None else f"bold {ENTRY_STYLES[result]}"
        drawn = (f"╭{cap * 7}╮", *(f"{side}{row}{side}" for row in rows), f"╰{cap * 7}╯")
        for line, row in zip(lines, drawn, strict=True):
            line.append((" " if place else "") + row, style=style)
    return lines
