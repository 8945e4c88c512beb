"""Read the files of the languages.

English is the source: `en.json` beside this file for the platform, `words/en.json` and `words/rules/en.md` in the
folder of each game. Every other language is one folder `<code>/` beside this file: `platform.json`, `<game>.json` and
`rules/<game>.md` for each game, `glossary.md`. A game of another package may contain further languages, as
`words/<code>.json` and `words/rules/<code>.md`; they count where the folder of the language has no file for that game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from purrlor.kit.registry import ENGLISH, entries, words_file

PLATFORM: Traversable = files("purrlor").joinpath("words")
PLATFORM_FILE = "platform.json"
PLURAL = re.compile(r"\{(\w+):\|")


def languages(platform: Traversable = PLATFORM) -> tuple[str, ...]:
    """Return the codes of all languages of the platform."""
    return own_languages() if platform is PLATFORM else languages_in(platform)


@cache
def own_languages() -> tuple[str, ...]:
    """Return the platform's languages. Every request needs them, so the folders are read once."""
    return languages_in(PLATFORM)


def languages_in(platform: Traversable) -> tuple[str, ...]:
    translated = [each.name for each in platform.iterdir() if each.joinpath(PLATFORM_FILE).is_file()]
    return tuple(sorted([ENGLISH, *translated]))


def language_for(tag: str, platform: Traversable = PLATFORM) -> str | None:
    """Return the language for a tag such as `de`, `de-AT` or `de_AT.UTF-8`; None if it does not exist."""
    wish = re.split(r"[.@]", tag.casefold().replace("_", "-"))[0]
    there = languages(platform)
    return next((code for code in (wish, wish.partition("-")[0]) if code in there), None)


def platform_sentences(language: str, platform: Traversable = PLATFORM) -> dict[str, str]:
    """Return the platform's sentences in a language, without missing ones."""
    name = f"{ENGLISH}.json" if language == ENGLISH else f"{language}/{PLATFORM_FILE}"
    return read_sentences(platform.joinpath(*name.split("/")))


def game_sentences(game: str, language: str) -> dict[str, str]:
    """Return a game's sentences in a language, without missing ones."""
    file = words_file(game, language)
    return read_sentences(file) if file else {}


def game_catalogue(game: str, language: str) -> dict[str, str]:
    """Return all sentences of a game, in English where the language lacks them."""
    return with_english(game_sentences(game, language), game_sentences(game, ENGLISH))


def whole_catalogue(language: str) -> dict[str, str]:
    """Return all sentences of a language: the platform's and those of every installed game."""
    found = with_english(platform_sentences(language), platform_sentences(ENGLISH))
    for game in entries():
        found |= game_catalogue(game, language)
    return found


def with_english(sentences: Mapping[str, str], english: Mapping[str, str]) -> dict[str, str]:
    """Return `sentences`, with missing ones from `english`; borrowed sentences keep their English plural forms."""
    lacking = {key: english[key] for key in english if key not in sentences}
    return {**{key: PLURAL.sub(rf"{{\1:{ENGLISH}|", text) for key, text in lacking.items()}, **sentences}


def read_sentences(file: Traversable) -> dict[str, str]:
    """Return the sentences of one file; none if the file does not exist."""
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}
