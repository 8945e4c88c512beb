"""Small drawings of our own: a cat, a mouse, a cheese, a star, a die. Each fits a circle around its centre."""

from __future__ import annotations

from math import cos, pi, sin

from .paper import GREY, INK, MIST, WHITE, Canvas, Colour, Pen, Point


def cat(canvas: Canvas, centre: Point, radius: float, *, pen: Pen | None = None, face: bool = True) -> None:
    """Draw a head from the front; without a face there is room to write on it."""
    x, y = centre
    pen = pen or Pen(radius * 0.07, INK)
    for side in (-1, 1):
        outer, tip, inner = (0.86, -0.1), (0.8, -1.0), (0.12, -0.55)
        ear = [(x + side * across * radius, y + down * radius) for across, down in (outer, tip, inner)]
        canvas.polygon(ear, pen=pen, fill=WHITE)
    canvas.circle((x, y + 0.16 * radius), 0.92 * radius, pen=pen, fill=WHITE, tall=0.84)
    if face:
        _cat_face(canvas, centre, radius, pen)


def _cat_face(canvas: Canvas, centre: Point, radius: float, pen: Pen) -> None:
    x, y = centre
    nose = [(-0.1, 0.28), (0.1, 0.28), (0, 0.4)]
    canvas.polygon([(x + a * radius, y + b * radius) for a, b in nose], pen=None, fill=pen.colour)
    for side in (-1, 1):
        canvas.circle((x + side * 0.36 * radius, y), 0.1 * radius, pen=None, fill=pen.colour, tall=1.3)
        mouth = [(0.0, 0.4), (0.03, 0.62), (0.26, 0.64), (0.3, 0.46)]
        start, one, other, end = [(x + side * a * radius, y + b * radius) for a, b in mouth]
        canvas.curve(start, one, other, end, pen)
        for height in (0.26, 0.42):
            near, far = x + side * 0.52 * radius, x + side * 1.12 * radius
            canvas.line((near, y + (height + 0.06) * radius), (far, y + height * radius), pen)


def mouse(canvas: Canvas, centre: Point, radius: float, *, pen: Pen | None = None) -> None:
    """Draw a head from the front with large ears."""
    x, y = centre
    pen = pen or Pen(radius * 0.07, INK)
    for side in (-1, 1):
        canvas.circle((x + side * 0.6 * radius, y - 0.42 * radius), 0.42 * radius, pen=pen, fill=WHITE)
        canvas.circle((x + side * 0.6 * radius, y - 0.42 * radius), 0.22 * radius, pen=None, fill=MIST)
    canvas.circle((x, y + 0.22 * radius), 0.66 * radius, pen=pen, fill=WHITE, tall=1.05)
    for side in (-1, 1):
        canvas.circle((x + side * 0.24 * radius, y + 0.08 * radius), 0.08 * radius, pen=None, fill=pen.colour)
        canvas.line((x + side * 0.2 * radius, y + 0.6 * radius), (x + side * 0.85 * radius, y + 0.5 * radius), pen)
    canvas.circle((x, y + 0.5 * radius), 0.12 * radius, pen=None, fill=pen.colour)


def cheese(canvas: Canvas, centre: Point, radius: float) -> None:
    """Draw a wedge with holes."""
    x, y = centre
    pen = Pen(radius * 0.09, GREY)
    top = [(-0.95, 0.05), (0.45, -0.7), (0.95, 0.05)]
    canvas.polygon([(x + a * radius, y + b * radius) for a, b in top], pen=pen, fill=MIST)
    canvas.box(x - 0.95 * radius, y + 0.05 * radius, 1.9 * radius, 0.65 * radius, pen=pen, fill=WHITE)
    for across, down, size in ((-0.5, 0.38, 0.15), (0.1, 0.3, 0.11), (0.58, 0.46, 0.16)):
        canvas.circle((x + across * radius, y + down * radius), size * radius, pen=pen, fill=MIST)


def star(canvas: Canvas, centre: Point, radius: float, *, pen: Pen | None = None, fill: Colour | None = None) -> None:
    x, y = centre
    points = [
        (x + length * sin(turn * pi / 5), y - length * cos(turn * pi / 5))
        for turn in range(10)
        for length in [radius if turn % 2 == 0 else radius * 0.45]
    ]
    canvas.polygon(points, pen=pen, fill=fill)


def die(canvas: Canvas, left: float, top: float, side: float, shown: str) -> None:
    canvas.box(left, top, side, side, side * 0.2, pen=Pen(0.35, INK), fill=WHITE)
    size = side * 1.75
    canvas.text(left + side / 2, top + side / 2 + size * 0.126, shown, size, "middle", font="bold")
