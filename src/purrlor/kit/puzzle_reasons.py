"""Why a choice is better, where it is a matter of points now and points later: notes that games share."""

from __future__ import annotations

from purrlor.core import Note

LITTLE = 0.05
"""Points that are not worth a word."""


class BetterBoth(Note, frozen=True):
    """The best choice brings more points now, and more later."""

    now: float
    later: float


class BetterNow(Note, frozen=True):
    """It brings more points now than it loses later."""

    now: float
    later: float


class BetterLater(Note, frozen=True):
    """It brings more points later than it loses now."""

    now: float
    later: float


class OnlyNow(Note, frozen=True):
    """It brings more points now, and later it is all the same."""

    now: float


class OnlyLater(Note, frozen=True):
    """It brings more points later, and now it is all the same."""

    later: float


def now_and_later(now: float, later: float) -> Note:
    """What a difference consists of: points of now, and points still to come."""
    now, later = round(now, 3), round(later, 3)
    if abs(later) < LITTLE:
        return OnlyNow(now)
    if abs(now) < LITTLE:
        return OnlyLater(later)
    if now < 0:
        return BetterLater(-now, later)
    return BetterNow(now, -later) if later < 0 else BetterBoth(now, later)
