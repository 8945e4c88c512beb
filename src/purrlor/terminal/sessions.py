"""Which session plays a game: the common one, or a race where a clock runs."""

from __future__ import annotations

from typing import Any

from purrlor.core import Game

from .session import Session


def session_for(game: Game[Any, Any, Any]) -> type[Session]:
    if not getattr(game, "timed", False):
        return Session
    from purrlor.games.addi_cats.face.race_screen import RaceSession

    return RaceSession
