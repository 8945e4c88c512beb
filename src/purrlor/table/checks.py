"""Check what people enter: names, cats, games with options, lessons, paces, and sheets that they drew."""

from __future__ import annotations

import re
from typing import Any

from purrlor.core import InvalidOption
from purrlor.core.options import with_options
from purrlor.core.reason import Reason
from purrlor.kit import games, is_installed, kit, kits

from . import wire
from .refusals import refused, wire_reason

LONGEST_NAME = 30
LONGEST_OPTION = 400
MOST_PACE = 10_000
LESSON = re.compile("[a-z0-9-]{1,40}")
CAT = re.compile("[a-z]{0,20}")


def checked_name(name: str) -> str:
    """Return a person's name with single spaces. Raises `RequestRefused` unless it is one short, printable line."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise refused("bad_name")
    return name


def checked_cat(cat: str) -> str:
    """Return the id of a cat if it is well formed. Only the web client knows which cats exist."""
    if not CAT.fullmatch(cat):
        raise refused("bad_cat")
    return cat


def game_of(name: str, options: dict[str, str]) -> Any:
    if not is_installed(name):
        raise refused("no_game", list(games()), game=name, games=", ".join(games()))
    if any(len(text) > LONGEST_OPTION for text in options.values()):
        too_long = Reason("refused.option_length", "an option has at most {most} characters", most=LONGEST_OPTION)
        raise refused("bad_option", because=too_long)
    try:
        return with_options(kit(name).rules, options)
    except InvalidOption as error:
        raise refused("bad_option", because=error) from None


def check_lesson(wanted: wire.NewTable) -> None:
    """Refuse a lesson with open seats, because its dice and hands are known in advance."""
    if wanted.lesson and not LESSON.fullmatch(wanted.lesson):
        raise refused("bad_lesson")
    if wanted.lesson and any(seat.kind == "open" for seat in wanted.seats):
        raise refused("lesson_alone")


def checked_pace(pace: int) -> int:
    if not 0 <= pace <= MOST_PACE:
        raise refused("bad_pace", pace=pace)
    return pace


def checked_sheet(text: str) -> wire.SheetChecked:
    """Check a sheet that a player drew, or its code word, with the game that has such sheets."""
    for each in kits().values():
        try:
            drawn = each.drawing(text)
        except InvalidOption as error:
            return wire.SheetChecked("", 0, [], str(error), wire_reason(error.reason))
        if drawn is not None:
            return wire.SheetChecked(drawn.word, drawn.level, [list(row) for row in drawn.rows], "")
    none = Reason("server.refused.reason.no_sheets", "no installed game has sheets that can be drawn")
    raise refused("bad_option", because=none)
