"""How MEOW looks in the terminal."""

from __future__ import annotations

from purrlor.kit.face import Face

from .drawing import draw
from .plain import brief, plain
from .words import WISHES, allowed, also, label, named, tip, why_not

FACE = Face(
    draw=draw,
    plain=plain,
    brief=brief,
    named=named,
    label=label,
    also=also,
    allowed=allowed,
    why_not=why_not,
    vocabulary=WISHES,
    tip=tip,
    menu=False,  # a number is a rank
)
