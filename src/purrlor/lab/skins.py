"""Renamed games: the same rules and positions with invented names, so that nothing memorised about a game helps.

What the catalogue names as a thing of the game (cards, boxes, abilities) gets an invented word, in prose and in the
notation; answers are translated back. `P7` (pink 7) may become `D7` (dovak 7).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

from purrlor.words import ENGLISH, words

FIELDS = ("box", "colour", "token", "ability", "card", "part", "title")
"""The fields of a game's catalogue that name things."""
FIRST, MIDDLE, LAST = "bdfgklmnprtvz", "aeiou", "bdfgkmnprtvx"


class Skin:
    """The invented names of one game in one language; the same seed gives the same names."""

    def __init__(self, game: str, language: str = ENGLISH, seed: str = "skin") -> None:
        spoken, letters = _names(game, language)
        random, taken = Random(f"{seed}/{game}"), {name.casefold() for name in spoken}
        invented = {value: _invented(random, taken) for value in sorted({*spoken.values()})}
        free = [letter for letter in "QXZVWKJYDFHLMNRST" if letter not in letters]
        self.letters = dict(zip(sorted(letters), random.sample(free, len(letters)), strict=True))
        self.names = {name.casefold(): invented[value] for name, value in spoken.items()}
        self.names |= {value.casefold(): invented[value] for value in invented}
        self._back = {word: value for value, word in invented.items()}
        self._back_letters = {new: old for old, new in self.letters.items()}

    def renamed(self, text: str) -> str:
        """Return the text with invented names."""
        found = _pattern(self.names).sub(lambda name: _like(name[0], self.names[name[0].casefold()]), text)
        return _letters(found, self.letters)

    def original(self, text: str) -> str:
        """Return an answer in the game's own notation."""
        found = _pattern(self._back).sub(lambda name: self._back[name[0].casefold()], text)
        return _letters(found, self._back_letters)


def _names(game: str, language: str) -> tuple[dict[str, str], set[str]]:
    """Return the spoken names with the value that each stands for in the notation, and letters before numbers."""
    spoken: dict[str, str] = {}
    letters: set[str] = set()
    for key, name in words(language).catalogue.items():
        parts = key.removeprefix(f"{game}.").split(".")
        if not key.startswith(f"{game}.") or parts[0] not in FIELDS or "{" in name or len(parts) > 2:
            continue
        value = parts[-1]
        if value.isascii() and len(value) == 1 and value.isupper() and parts[0] == "colour":
            letters.add(value)
        if len(name) > 2:
            spoken[name] = value if len(value) > 1 and parts[0] != "title" else name
    return spoken, letters


def _invented(random: Random, taken: set[str]) -> str:
    while True:
        word = "".join(random.choice(part) for part in (FIRST, MIDDLE, LAST, MIDDLE, LAST))
        if word not in taken:
            taken.add(word)
            return word


def _pattern(names: Mapping[str, str]) -> re.Pattern[str]:
    longest = sorted(names, key=lambda name: (-len(name), name))
    return re.compile(r"(?<![^\W_])(?:" + "|".join(map(re.escape, longest)) + r")(?![^\W_])", re.IGNORECASE)


def _like(original: str, word: str) -> str:
    return word.capitalize() if original[:1].isupper() else word


def _letters(text: str, letters: Mapping[str, str]) -> str:
    return re.sub(r"\b([A-Z])(?=\d)", lambda found: letters.get(found[1], found[1]), text) if letters else text
