"""What the games bring for rooms of children; a game that brings nothing is played there as it is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from .handicap import Handicaps
from .knowledge import Knowledge
from .registry import kit


def options(game: str) -> Mapping[str, str]:
    """Options of matches in a room: shorter, slower or simpler ones; empty: the usual ones."""
    found: Mapping[str, str] = getattr(_brought(kit(game).children), "OPTIONS", {})
    return found


def handicaps(game: str) -> Handicaps | None:
    """How matches between a child and a grown-up are made even; None: this game has no handicap."""
    found: Handicaps | None = getattr(_brought(kit(game).children), "HANDICAPS", None)
    return found


def knowledge(game: str) -> Knowledge | None:
    """What matches show of what players know, for a teacher; None: nothing that is taught at school."""
    found: Knowledge | None = getattr(_brought(kit(game).children), "KNOWLEDGE", None)
    return found


@cache
def _brought(module: str) -> Any:
    return import_module(module) if module else None
