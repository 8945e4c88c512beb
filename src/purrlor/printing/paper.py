"""Paper and pen: pages in a PDF file, drawn in millimetres from the top left corner.

The same drawing gives the same bytes: no dates, no random names, no compression. Only Helvetica is used, which every
reader has.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Literal, TypeAlias

from .helvetica import Font, text_width

pydyf: Any = import_module("pydyf")
"""It has no type hints; everything that touches it is here."""

Colour: TypeAlias = tuple[float, float, float]
Align: TypeAlias = Literal["left", "middle", "right"]
Point: TypeAlias = tuple[float, float]

POINTS_PER_MM = 72 / 25.4
INK: Colour = (0.16, 0.15, 0.18)
GREY: Colour = (0.5, 0.49, 0.52)
PALE: Colour = (0.78, 0.77, 0.8)
MIST: Colour = (0.95, 0.945, 0.955)
WHITE: Colour = (1, 1, 1)
ROUND = 0.5523
"""Where the handles of a curve stand that comes closest to a quarter of a circle."""
FONTS: dict[Font, tuple[str, str]] = {"regular": ("F1", "/Helvetica"), "bold": ("F2", "/Helvetica-Bold")}
DASHES = (0.9, 0.9)


@dataclass(frozen=True)
class Paper:
    """A sheet of paper in millimetres."""

    width: float
    height: float


PAPERS = {"a4": Paper(210, 297), "letter": Paper(215.9, 279.4)}
SHEETS_PER_PAGE = 2
BOARD = Paper(186, 128)
"""What one sheet is drawn on; it is made smaller where half a page has no room for it."""
MARGIN = Paper(12, 10)


@dataclass(frozen=True)
class Pen:
    """How a line is drawn, in millimetres."""

    width: float = 0.25
    colour: Colour = INK
    dashed: bool = False


THIN = Pen(0.2, PALE)
FINE = Pen(0.25, GREY)
STRONG = Pen(0.55, INK)


@dataclass
class Canvas:
    """Draws into a part of a page that starts `left` and `top`; `scale` makes everything smaller."""

    paper: Paper
    left: float = 0
    top: float = 0
    scale: float = 1
    stream: Any = field(default_factory=pydyf.Stream)

    def part(self, left: float, top: float, scale: float) -> Canvas:
        return Canvas(self.paper, self.left + left, self.top + top, self.scale * scale, self.stream)

    def line(self, start: Point, end: Point, pen: Pen = FINE) -> None:
        self.polygon([start, end], pen=pen, closed=False)

    def polygon(
        self, points: Sequence[Point], *, pen: Pen | None = FINE, fill: Colour | None = None, closed: bool = True
    ) -> None:
        self._begin(pen, fill)
        self.stream.move_to(*self._at(points[0]))
        for point in points[1:]:
            self.stream.line_to(*self._at(point))
        self._end(pen, fill, closed=closed)

    def box(
        self,
        left: float,
        top: float,
        width: float,
        height: float,
        radius: float = 0,
        *,
        pen: Pen | None = FINE,
        fill: Colour | None = None,
    ) -> None:
        """A rectangle, with round corners if there is a radius."""
        right, bottom, handle = left + width, top + height, radius * (1 - ROUND)
        self._begin(pen, fill)
        self.stream.move_to(*self._at((left + radius, top)))
        corners = (
            ((right - radius, top), (right - handle, top), (right, top + handle), (right, top + radius)),
            ((right, bottom - radius), (right, bottom - handle), (right - handle, bottom), (right - radius, bottom)),
            ((left + radius, bottom), (left + handle, bottom), (left, bottom - handle), (left, bottom - radius)),
            ((left, top + radius), (left, top + handle), (left + handle, top), (left + radius, top)),
        )
        for start, *curve in corners:
            self.stream.line_to(*self._at(start))
            if radius:
                self._curve(*curve)
        self._end(pen, fill, closed=True)

    def circle(
        self, centre: Point, radius: float, *, pen: Pen | None = FINE, fill: Colour | None = None, tall: float = 1
    ) -> None:
        """A circle; `tall` times as high as wide."""
        x, y = centre
        high, handle = radius * tall, ROUND
        self._begin(pen, fill)
        self.stream.move_to(*self._at((x + radius, y)))
        for across, down in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
            if across == down:
                self._curve(
                    (x + across * radius, y + down * high * handle),
                    (x + across * radius * handle, y + down * high),
                    (x, y + down * high),
                )
            else:
                self._curve(
                    (x + across * radius * handle, y + down * high),
                    (x + across * radius, y + down * high * handle),
                    (x + across * radius, y),
                )
        self._end(pen, fill, closed=True)

    def curve(self, start: Point, one: Point, other: Point, end: Point, pen: Pen = FINE) -> None:
        self._begin(pen, None)
        self.stream.move_to(*self._at(start))
        self._curve(one, other, end)
        self._end(pen, None, closed=False)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 8,
        align: Align = "left",
        *,
        font: Font = "regular",
        colour: Colour = INK,
    ) -> None:
        """One line; `size` in points, `y` is where the letters stand."""
        size *= self.scale
        shift = {"left": 0.0, "middle": 0.5, "right": 1.0}[align] * text_width(text, size, font)
        across, up = self._at((x, y))
        self.stream.push_state()
        self.stream.set_color_rgb(*colour)
        self.stream.begin_text()
        self.stream.set_font_size(FONTS[font][0], round(size, 2))
        self.stream.set_text_matrix(1, 0, 0, 1, round(across - shift, 2), up)
        self.stream.show_text_string(text.encode("cp1252", "replace"))
        self.stream.end_text()
        self.stream.pop_state()

    def _at(self, point: Point) -> Point:
        """The place on the page, in points from the bottom left corner."""
        x, y = (self.left + point[0] * self.scale, self.paper.height - self.top - point[1] * self.scale)
        return round(x * POINTS_PER_MM, 2), round(y * POINTS_PER_MM, 2)

    def _curve(self, one: Point, other: Point, end: Point) -> None:
        self.stream.curve_to(*self._at(one), *self._at(other), *self._at(end))

    def _begin(self, pen: Pen | None, fill: Colour | None) -> None:
        self.stream.push_state()
        if fill is not None:
            self.stream.set_color_rgb(*fill)
        if pen is not None:
            self.stream.set_color_rgb(*pen.colour, stroke=True)
            self.stream.set_line_width(round(pen.width * self.scale * POINTS_PER_MM, 3))
            self.stream.set_line_cap(1)
            self.stream.set_line_join(1)
            if pen.dashed:
                self.stream.set_dash([round(dash * self.scale * POINTS_PER_MM, 2) for dash in DASHES], 0)

    def _end(self, pen: Pen | None, fill: Colour | None, *, closed: bool) -> None:
        if closed:
            self.stream.close()
        if pen is not None and fill is not None:
            self.stream.fill_and_stroke()
        elif pen is not None:
            self.stream.stroke()
        else:
            self.stream.fill()
        self.stream.pop_state()


def two_per_page(draw: Callable[[Canvas], None], *, title: str, paper: Paper, pages: int) -> bytes:
    """A PDF whose pages all bear the same sheet twice, with a line to cut along."""
    canvas = Canvas(paper)
    half = paper.height / SHEETS_PER_PAGE
    scale = min((paper.width - 2 * MARGIN.width) / BOARD.width, (half - 2 * MARGIN.height) / BOARD.height, 1)
    left, top = (paper.width - BOARD.width * scale) / 2, (half - BOARD.height * scale) / 2
    for place in range(SHEETS_PER_PAGE):
        draw(canvas.part(left, place * half + top, scale))
    canvas.line((6, half), (paper.width - 6, half), Pen(0.2, PALE, dashed=True))
    return _document(canvas, title, pages)


def _document(canvas: Canvas, title: str, pages: int) -> bytes:
    pdf = pydyf.PDF()
    pdf.info["Title"] = pydyf.String(title)
    pdf.info["Creator"] = pydyf.String("purrlor")
    pdf.add_object(canvas.stream)
    fonts = pydyf.Dictionary({name: _font(pdf, base) for name, base in FONTS.values()})
    size = [round(side * POINTS_PER_MM, 2) for side in (canvas.paper.width, canvas.paper.height)]
    for _ in range(pages):
        pdf.add_page(
            pydyf.Dictionary(
                {
                    "Type": "/Page",
                    "Parent": pdf.pages.reference,
                    "MediaBox": pydyf.Array([0, 0, *size]),
                    "Resources": pydyf.Dictionary({"Font": fonts}),
                    "Contents": canvas.stream.reference,
                }
            )
        )
    out = io.BytesIO()
    pdf.write(out)
    return out.getvalue()


def _font(pdf: Any, base: str) -> Any:
    """A reference to one of the fonts that every reader has."""
    entries = {"Type": "/Font", "Subtype": "/Type1", "BaseFont": base, "Encoding": "/WinAnsiEncoding"}
    font = pydyf.Dictionary(entries)
    pdf.add_object(font)
    return font.reference
