"""The printed score pad of Yatzy, for six players."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.printing.paper import BOARD, FINE, GREY, INK, MIST, STRONG, WHITE, Canvas, Paper, Pen, two_per_page
from purrlor.printing.pictures import cat
from purrlor.words import Words, words

from . import LOWER, UPPER, Box
from .boxes import BONUS, BONUS_FROM

PLAYERS = 6
TOP = 13.0
NAMES = 8.4
BAND = 5.0
ROW = 5.55
LABEL = 76.0
HINT = 37.0
"""The horizontal position at which the explanation of a box starts."""


def yatzy_pages(*, paper: Paper, pages: int, say: Words | None = None) -> bytes:
    said = say or words()
    return two_per_page(lambda canvas: draw_pad(canvas, said), title=said("yatzy.title"), paper=paper, pages=pages)


def draw_pad(canvas: Canvas, say: Words) -> None:
    _header(canvas, say)
    bottom = _names(canvas, TOP, say)
    upper_sums = (
        (say("printing.yatzy.sum"), say("printing.yatzy.sum.hint")),
        (say("printing.yatzy.bonus"), say("printing.yatzy.bonus.hint", points=BONUS, least=BONUS_FROM)),
        (say("printing.yatzy.subtotal"), ""),
    )
    bottom = _section(canvas, bottom, say, section="upper", boxes=UPPER, sums=upper_sums)
    bottom = _section(canvas, bottom, say, section="lower", boxes=LOWER, sums=((say("printing.yatzy.total"), ""),))
    canvas.box(0, TOP, BOARD.width, bottom - TOP, 1.2, pen=STRONG)


def _header(canvas: Canvas, say: Words) -> None:
    cat(canvas, (6, 5.2), 5)
    canvas.text(14, 8, say("yatzy.title"), 17, font="bold")
    canvas.text(134, 8, say("printing.date"), 8, colour=GREY)
    canvas.line((143, 8.4), (BOARD.width, 8.4))


def _names(canvas: Canvas, top: float, say: Words) -> float:
    canvas.text(2.5, top + NAMES - 2.8, say("printing.yatzy.players"), 7, colour=GREY)
    _columns(canvas, top, top + NAMES)
    return top + NAMES


def _section(
    canvas: Canvas, top: float, say: Words, *, section: str, boxes: Sequence[Box], sums: Sequence[tuple[str, str]]
) -> float:
    """Draw a section with its name, boxes and sums, and return its bottom edge."""
    start = top
    top += BAND
    for box in boxes:
        _row(canvas, top, say(f"yatzy.box.{box}"), say(f"printing.yatzy.hint.{box}"), summed=False)
        top += ROW
    for name, hint in sums:
        _row(canvas, top, name, hint, summed=True)
        top += ROW
    _columns(canvas, start + BAND, top)
    canvas.box(0, start, BOARD.width, BAND, pen=None, fill=INK)
    canvas.text(2.5, start + BAND - 1.5, say(f"terminal.yatzy.{section}"), 8, font="bold", colour=WHITE)
    return top


def _row(canvas: Canvas, top: float, name: str, hint: str, *, summed: bool) -> None:
    if summed:
        canvas.box(0, top, BOARD.width, ROW, pen=None, fill=MIST)
    canvas.line((0, top), (BOARD.width, top), FINE)
    canvas.text(2.5, top + ROW - 1.7, name, 8.5, font="bold" if summed else "regular")
    canvas.text(HINT, top + ROW - 1.8, hint, 6.8, colour=GREY)


def _columns(canvas: Canvas, top: float, bottom: float) -> None:
    """Draw the lines between the players' columns."""
    width = (BOARD.width - LABEL) / PLAYERS
    for player in range(PLAYERS):
        x = LABEL + player * width
        canvas.line((x, top), (x, bottom), FINE if player else Pen(0.4, INK))
