"""Sentences of the terminal: all come from the catalogue of words, in one language at a time."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from purrlor.core import Game, Match, Note, Seat
from purrlor.core.reason import Reason, Refused, as_reason
from purrlor.core.story import notes
from purrlor.words import ENGLISH, MINUS, Words, language_for, language_names, refusal, words

VARIABLE = "PURRLOR_LANGUAGE"
SYSTEM = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name the system's language; the first one that is set counts."""
WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)*(?=[,;:]?(?:\s|$))")
_language: ContextVar[str] = ContextVar("language", default=ENGLISH)
"""The current language of each thread and task: a server answers several people at once."""


def language() -> str:
    return _language.get()


@contextmanager
def speaking(code: str) -> Generator[None]:
    """Use this language until the end of the block, in this thread or task only."""
    before = _language.set(code)
    try:
        yield
    finally:
        _language.reset(before)


def system_language(environment: Mapping[str, str]) -> str:
    """Return the language of the system; English if there are no words for it."""
    system = next((environment[name] for name in SYSTEM if environment.get(name)), "")
    return language_for(system) or ENGLISH


def chosen_language(named: str | None, environment: Mapping[str, str]) -> str:
    """Return the language named in the call or in PURRLOR_LANGUAGE, otherwise the language of the system."""
    wish = named or environment.get(VARIABLE)
    if not wish:
        return system_language(environment)
    found = language_for(wish)
    if found is None:
        raise unknown_language(wish)
    return found


def unknown_language(wish: str) -> Refused:
    """Return the error for a language without words; it lists the available ones."""
    known = listed([f"{code} ({name})" for code, name in language_names().items()])
    return refusal("terminal.language.unknown", language=wish, languages=known)


def speech() -> Words:
    return words(language())


def say(key: str, **values: object) -> str:
    return speech()(key, **values)


def because(error: Exception | Reason) -> str:
    """Describe why something is refused, without a full stop; an error without a reason in words has its own text.

    Negative numbers have a hyphen, as people type them.
    """
    return speech().reason(as_reason(error)).replace(MINUS, "-")


def sentence(reason: str) -> str:
    """Return a reason as a sentence; a first part that is not a word, such as a file name, keeps its first letter."""
    begun = f"{reason[0].upper()}{reason[1:]}" if WORD.match(reason) else reason
    return begun if begun.endswith((".", "?", "!")) else f"{begun}."


def figure(value: float, spec: str) -> str:
    """Format a number with the decimal separator of the language: `figure(2.5, ".1f")` is 2.5, or 2,5."""
    return speech().number(value, spec)


def percent(share: float) -> str:
    """Format a share with its sign as the language writes it: `percent(0.25)` is 25.0%, or 25,0 %."""
    return say("page.history.share", percent=figure(100 * share, ".1f"))


def sayings(key: str) -> list[str]:
    """Return the accepted spellings of something, which a catalogue lists with commas."""
    return say(key).split(", ")


def listed(parts: Sequence[str]) -> str:
    """Join parts as in a sentence: `a, b and c`."""
    return speech().join(parts)


def note_sentence(game: Game[Any, Any, Any], note: Note, names: Sequence[str], you: Seat | None) -> str:
    return speech().say(game.name, note, names, you)


def story(
    match: Match[Any, Any, Any], names: Sequence[str], viewer: Seat | None, *, you: Seat | None = None, since: int = 0
) -> list[str]:
    """Return the story of the events after the first `since` for `viewer`, with seat `you` in the second person."""
    game: Any = match.rules
    states, log = match.states, match.log
    return [
        note_sentence(game, note, names, you)
        for place in range(since, len(log))
        for note in notes(game, states[place], log[place], states[place + 1], viewer)
    ]
