"""Enumerations of words."""

from __future__ import annotations

from enum import StrEnum


class Word(StrEnum):
    """A word from a fixed list. It equals its string, and hashes like it and as fast."""

    __hash__ = str.__hash__
