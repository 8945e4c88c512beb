"""Pages in a PDF file, drawn in millimetres from the top left corner.

The same drawing gives the same bytes: no dates, no random names, no compression. Fonts are embedded (`typeface.py`).
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Literal, TypeAlias

from .typeface import (
    ASCENT,
    CAP_HEIGHT,
    DESCENT,
    STEM,
    STYLES,
    Font,
    font_file,
    glyph_width,
    glyphs,
    text_width,
)

pydyf: Any = import_module("pydyf")
"""The library pydyf, which has no type hints; only this module uses it."""

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
"""The position of a curve's handles that comes closest to a quarter of a circle."""
FONTS: dict[Font, str] = {"regular": "F1", "bold": "F2"}
Letters: TypeAlias = dict[int, str]
"""The glyphs that a document uses, by number, and the character that each shows."""
DASHES = (0.9, 0.9)


@dataclass(frozen=True)
class Paper:
    """The size of a sheet of paper in millimetres."""

    width: float
    height: float


PAPERS = {"a4": Paper(210, 297), "letter": Paper(215.9, 279.4)}
SHEETS_PER_PAGE = 2
BOARD = Paper(186, 128)
"""The area of one sheet; it is scaled down where half a page is too small for it."""
MARGIN = Paper(12, 10)


@dataclass(frozen=True)
class Pen:
    """The style of a line, in millimetres."""

    width: float = 0.25
    colour: Colour = INK
    dashed: bool = False


THIN = Pen(0.2, PALE)
FINE = Pen(0.25, GREY)
STRONG = Pen(0.55, INK)


@dataclass
class Canvas:
    """A part of a page that begins at `left` and `top`; `scale` makes everything smaller."""

    paper: Paper
    left: float = 0
    top: float = 0
    scale: float = 1
    stream: Any = field(default_factory=pydyf.Stream)
    used: dict[Font, Letters] = field(default_factory=lambda: {font: {} for font in FONTS})

    def part(self, left: float, top: float, scale: float) -> Canvas:
        return Canvas(self.paper, self.left + left, self.top + top, self.scale * scale, self.stream, self.used)

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
        """Draw a rectangle, with round corners if there is a radius."""
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
        """Draw a circle, or an ellipse `tall` times as high as wide."""
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
        """Write one line; `size` is in points, `y` is the baseline."""
        size *= self.scale
        shift = {"left": 0.0, "middle": 0.5, "right": 1.0}[align] * text_width(text, size, font)
        across, up = self._at((x, y))
        self.stream.push_state()
        self.stream.set_color_rgb(*colour)
        self.stream.begin_text()
        self.stream.set_font_size(FONTS[font], round(size, 2))
        self.stream.set_text_matrix(1, 0, 0, 1, round(across - shift, 2), up)
        numbers = glyphs(text, font)
        self.used[font].update(zip(numbers, text, strict=True))
        self.stream.stream.append(b"<%s> Tj" % "".join(f"{number:04x}" for number in numbers).encode())
        self.stream.end_text()
        self.stream.pop_state()

    def _at(self, point: Point) -> Point:
        """Return the position on the page, in points from the bottom left corner."""
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
    """Return a PDF in which each page has the same sheet twice, with a line to cut along."""
    canvas = Canvas(paper)
    half = paper.height / SHEETS_PER_PAGE
    scale = min((paper.width - 2 * MARGIN.width) / BOARD.width, (half - 2 * MARGIN.height) / BOARD.height, 1)
    left, top = (paper.width - BOARD.width * scale) / 2, (half - BOARD.height * scale) / 2
    for place in range(SHEETS_PER_PAGE):
        draw(canvas.part(left, place * half + top, scale))
    canvas.line((6, half), (paper.width - 6, half), Pen(0.2, PALE, dashed=True))
    return document(canvas, title, pages)


def document(canvas: Canvas, title: str, pages: int) -> bytes:
    pdf = pydyf.PDF()
    pdf.info["Title"] = pydyf.String(title)
    pdf.info["Creator"] = pydyf.String("purrlor")
    pdf.add_object(canvas.stream)
    fonts = pydyf.Dictionary({FONTS[font]: _font(pdf, font, used) for font, used in canvas.used.items() if used})
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


def _font(pdf: Any, font: Font, used: Letters) -> Any:
    """Return a reference to a font with these characters, written by the numbers of their glyphs."""
    name = f"/PURRLR+OpenSans-{STYLES[font]}"
    file = font_file(set(used), font)
    descriptor = _added(
        pdf,
        {
            "Type": "/FontDescriptor",
            "FontName": name,
            "Flags": 32,
            "FontBBox": pydyf.Array([-550, DESCENT, 1250, ASCENT]),
            "ItalicAngle": 0,
            "Ascent": ASCENT,
            "Descent": DESCENT,
            "CapHeight": CAP_HEIGHT,
            "StemV": STEM,
            "FontFile2": _stream(pdf, file, {"Length1": len(file)}),
        },
    )
    widths = [part for number in sorted(used) for part in (number, pydyf.Array([glyph_width(number, font)]))]
    descendant = _added(
        pdf,
        {
            "Type": "/Font",
            "Subtype": "/CIDFontType2",
            "BaseFont": name,
            "CIDSystemInfo": pydyf.Dictionary(
                {"Registry": pydyf.String("Adobe"), "Ordering": pydyf.String("Identity"), "Supplement": 0}
            ),
            "FontDescriptor": descriptor,
            "W": pydyf.Array(widths),
            "CIDToGIDMap": "/Identity",
        },
    )
    return _added(
        pdf,
        {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": name,
            "Encoding": "/Identity-H",
            "DescendantFonts": pydyf.Array([descendant]),
            "ToUnicode": _stream(pdf, _letters_of_glyphs(used), {}),
        },
    )


def _added(pdf: Any, entries: dict[str, Any]) -> Any:
    made = pydyf.Dictionary(entries)
    pdf.add_object(made)
    return made.reference


def _stream(pdf: Any, data: bytes, extra: dict[str, Any]) -> Any:
    made = pydyf.Stream([data], extra)
    pdf.add_object(made)
    return made.reference


def _letters_of_glyphs(used: Letters) -> bytes:
    """Return the map from glyphs to characters, so that text can be searched and copied (PDF 32000-1, 9.10.3)."""
    pairs = [f"<{number:04x}> <{letter.encode('utf-16-be').hex()}>" for number, letter in sorted(used.items())]
    groups = [pairs[start : start + 100] for start in range(0, len(pairs), 100)]
    blocks = [f"{len(group)} beginbfchar\n" + "\n".join(group) + "\nendbfchar" for group in groups]
    return "\n".join(
        [
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
            "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
            "1 begincodespacerange\n<0000> <ffff>\nendcodespacerange",
            *blocks,
            "endcmap CMapName currentdict /CMap defineresource pop end end",
        ]
    ).encode()
