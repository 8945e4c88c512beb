"""Sheets that people drew themselves."""

from __future__ import annotations

from purrlor.core import InvalidOption
from purrlor.core.reason import Reason
from purrlor.kit import kits

from . import wire
from .refusals import refused, wire_reason


def checked_sheet(text: str) -> wire.SheetChecked:
    """A drawing, or the word for one, as the game that has such sheets reads it."""
    for kit in kits().values():
        try:
            drawn = kit.drawing(text)
        except InvalidOption as error:
            return wire.SheetChecked("", 0, [], str(error), wire_reason(error.reason))
        if drawn is not None:
            return wire.SheetChecked(drawn.word, drawn.level, [list(row) for row in drawn.rows], "")
    none = Reason("server.refused.reason.no_sheets", "no installed game has sheets that can be drawn")
    raise refused("bad_option", because=none)
