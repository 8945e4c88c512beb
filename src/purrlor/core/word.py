"""Enumerations of words."""

from __future__ import annotations

from enum import StrEnum


class Word(StrEnum):
    """A word from a fixed list. It hashes like its text, to which it is equal, and as fast."""

    __hash__ = str.__hash__
