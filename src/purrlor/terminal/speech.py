"""What the terminal says: every sentence comes from the catalogue of words, in one language at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from purrlor.core import Game, Match, Note, Seat
from purrlor.core.story import notes
from purrlor.words import Words, words

LANGUAGE = "en"


def speech() -> Words:
    return words(LANGUAGE)


def say(key: str, **values: object) -> str:
    return speech()(key, **values)


def listed(parts: Sequence[str]) -> str:
    """Parts in a row, as one says them: `a, b and c`."""
    return speech().join(parts)


def told(game: Game[Any, Any, Any], note: Note, names: Sequence[str], you: Seat | None) -> str:
    return speech().say(game.name, note, names, you)


def story(
    match: Match[Any, Any, Any], names: Sequence[str], viewer: Seat | None, *, you: Seat | None = None, since: int = 0
) -> list[str]:
    """What `viewer` is told of the events after the first `since`, addressing the seat `you` in the second person."""
    game: Any = match.rules
    states, log = match.states, match.log
    return [
        told(game, note, names, you)
        for place in range(since, len(log))
        for note in notes(game, states[place], log[place], states[place + 1], viewer)
    ]
