"""The picture of Yatzy for the web client: sheets with their sums, and the points of each open box for these dice."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Raw, Struct, json

from purrlor.core.value import Value
from purrlor.kit.pictures import Painter

from . import UPPER, Box, Sheet, View, Yatzy
from .boxes import BONUS, BONUS_FROM, all_points
from .rules import ROLLS

ALL_BOXES = tuple(Box)
BOXES = Raw(json.encode(ALL_BOXES))
ROUNDS = len(ALL_BOXES)
NO_PREVIEWS: list[int | None] = [None] * ROUNDS


class SheetPicture(Value, frozen=True):
    entries: tuple[int | None, ...]
    """The points in the order of `boxes`; null: still open."""
    upper: int
    bonus: int
    """The points of the bonus; 0 before the sheet is full."""
    bonus_safe: bool
    """Whether the upper section already has enough points for the bonus."""
    bonus_missing: int
    """The points of the upper section that are missing for it."""
    bonus_lost: bool
    """Whether even the best rolls can no longer reach the bonus."""
    lower: int
    total: int
    full: bool


class Picture(Struct):
    boxes: list[Box] | Raw
    upper_boxes: int
    """Number of boxes, counted from the first, that make the upper section."""
    sheets: tuple[SheetPicture, ...] | Raw
    turn: int | None
    dice: tuple[int, ...]
    """The dice that were kept while the others are rolled."""
    rolling: bool
    rolls_left: int
    rolls: int
    round: int
    rounds: int
    bonus_from: int
    bonus_worth: int
    over: bool
    previews: list[int | None]
    """The points of the dice in each box that the seat to move may fill now; null: not now."""


def shared_picture(game: Yatzy, view: View) -> Picture:
    return Picture(
        boxes=BOXES,
        upper_boxes=len(UPPER),
        sheets=_sheets(view.sheets),
        turn=view.turn,
        dice=view.dice,
        rolling=view.rolling,
        rolls_left=view.rolls_left,
        rolls=ROLLS,
        round=_round(view.sheets),
        rounds=ROUNDS,
        bonus_from=BONUS_FROM,
        bonus_worth=BONUS,
        over=view.over,
        previews=_previews(game, view),
    )


def _previews(game: Yatzy, view: View) -> list[int | None]:
    if view.turn is None or view.rolling or not view.dice:
        return NO_PREVIEWS
    worth = all_points(view.dice, view.mouser_is_fat_cat)
    found: dict[Box, int | None] = dict.fromkeys(ALL_BOXES)
    for box in game.fillable(view.sheets[view.turn], view.dice):
        found[box] = worth[box]
    return list(found.values())


@lru_cache(maxsize=1000)
def _sheets(sheets: tuple[Sheet, ...]) -> Raw:
    """Encode the sheets. They are cached because they do not change during a turn."""
    return Raw(json.encode([_sheet(sheet) for sheet in sheets]))


@lru_cache(maxsize=1000)
def _round(sheets: tuple[Sheet, ...]) -> int:
    """Return the number of the current round, which lasts until every player has filled a box."""
    return min(ROUNDS, 1 + min(ROUNDS - sheet.entries.count(None) for sheet in sheets))


@lru_cache(maxsize=1000)
def _sheet(sheet: Sheet) -> SheetPicture:
    upper, lower, bonus = sheet.upper, sheet.lower, sheet.bonus
    return SheetPicture(
        entries=sheet.entries,
        upper=upper,
        bonus=bonus,
        bonus_safe=upper >= BONUS_FROM,
        bonus_missing=max(0, BONUS_FROM - upper),
        bonus_lost=not sheet.bonus_in_reach,
        lower=lower,
        total=upper + bonus + lower,
        full=sheet.full,
    )


PAINTER = Painter(shared_picture, None, Picture)
