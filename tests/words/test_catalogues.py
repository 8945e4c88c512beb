"""Every language says everything, with the same blanks to fill in, and fits where it is drawn."""

from __future__ import annotations

import json
import re
from importlib import import_module
from itertools import pairwise
from string import Formatter

import pytest
from rich.cells import cell_len

from purrlor.core import Note
from purrlor.games.house_of_cats import Ability
from purrlor.games.yatzy import Box
from purrlor.kit.registry import entries, folder
from purrlor.printing.typeface import Font, text_width
from purrlor.words import ENGLISH, PLATFORM, kind_key, languages, words
from purrlor.words.plurals import plural_categories

ALL = words(ENGLISH).catalogue
OTHERS = [language for language in languages() if language != ENGLISH]
EVERY_LANGUAGE = pytest.mark.parametrize("language", languages())


def blanks(sentence: str) -> set[tuple[str, str | None]]:
    """The names of what is filled in, and how it is turned into text."""
    return {(name, turned) for _, name, _, turned in Formatter().parse(sentence) if name is not None}


def specs(sentence: str) -> set[tuple[str, str]]:
    """How what is filled in is laid out; words that depend on a number are each language's own affair."""
    parts = [(name, spec) for _, name, spec, _ in Formatter().parse(sentence) if name is not None and spec]
    return {(name, spec) for name, spec in parts if not spec.startswith("|")}


def test_there_is_german() -> None:
    assert "de" in OTHERS


@pytest.mark.parametrize("game", [name for name, entry in entries().items() if entry.module.startswith("purrlor.")])
def test_every_note_of_our_games_has_a_sentence(game: str) -> None:
    story = import_module(f"{entries()[game].module.rpartition('.')[0]}.story")
    kinds = [kind for kind in vars(story).values() if isinstance(kind, type) and issubclass(kind, Note)]
    own = [kind for kind in kinds if kind.__module__ == story.__name__]
    assert len(own) > 5
    assert [kind for kind in own if kind_key(game, kind) not in ALL] == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_key_is_there_and_no_other(language: str) -> None:
    found = words(language).catalogue
    assert sorted(ALL.keys() - found.keys()) == []
    assert sorted(found.keys() - ALL.keys()) == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_blanks_are_the_same(language: str) -> None:
    found = words(language).catalogue
    both = ALL.keys() & found.keys()
    assert [key for key in both if blanks(found[key]) != blanks(ALL[key])] == []
    assert [key for key in both if specs(found[key]) != specs(ALL[key])] == []


@EVERY_LANGUAGE
def test_no_sentence_is_empty(language: str) -> None:
    assert [key for key, sentence in words(language).catalogue.items() if not sentence.strip()] == []


def keys_of(language: str) -> dict[str, list[str]]:
    """The keys of each catalogue, as often as they stand there: the platform's under an empty name."""
    folders = {"": PLATFORM, **{game: folder(game).joinpath("words") for game in entries()}}
    texts = {name: each.joinpath(f"{language}.json").read_text(encoding="utf-8") for name, each in folders.items()}
    return {name: [key for key, _ in json.loads(text, object_pairs_hook=list)] for name, text in texts.items()}


@EVERY_LANGUAGE
def test_no_key_stands_there_twice(language: str) -> None:
    keys = sorted(key for found in keys_of(language).values() for key in found)
    assert [key for key, after in pairwise(keys) if key == after] == []


@EVERY_LANGUAGE
def test_a_key_that_names_a_game_is_in_its_folder_and_all_others_in_purrlor_words(language: str) -> None:
    for name, found in keys_of(language).items():
        owners = {key: next((part for part in key.split(".") if part in entries()), "") for key in found}
        assert [key for key, owner in owners.items() if owner != name] == []


@EVERY_LANGUAGE
def test_a_plural_has_a_text_for_each_category_of_the_language(language: str) -> None:
    wanted = len(plural_categories(language))
    parts = [part for sentence in words(language).catalogue.values() for part in Formatter().parse(sentence)]
    plurals = [spec for _, _, spec, _ in parts if spec and spec.startswith("|")]
    assert [spec for spec in plurals if spec.count("|") != wanted] == []


@EVERY_LANGUAGE
def test_a_catalogue_names_its_language(language: str) -> None:
    assert words(language)("language.tag") == language


@pytest.mark.parametrize("language", ["de"])
def test_german_quotes_and_dashes(language: str) -> None:
    found = words(language).catalogue
    wrong = ('"', "“ „", " - ", "...", " !", " ?")
    bullets = (
        "terminal.addi-cats.practice.legend",
        "terminal.addi-cats.practice.text.sum",
        "review.decision",
        "review.decision.best",
        "house-of-cats.review.decision.best",
    )
    assert [key for key, text in found.items() if any(mark in text for mark in wrong) and key not in bullets] == []
    assert [key for key, text in found.items() if text.count("„") != text.count("“")] == []


MOST_CELLS = {
    "terminal.yatzy.upper": 17,
    "terminal.yatzy.lower": 17,
    "terminal.yatzy.sum": 17,
    "terminal.yatzy.subtotal": 17,
    "terminal.yatzy.lower_sum": 17,
    "terminal.yatzy.par": 17,
    "terminal.yatzy.total": 17,
    "terminal.yatzy.won": 4,
    "terminal.yatzy.lost": 4,
    "terminal.meow.stake": 8,
    "terminal.meow.column.trick": 6,
    "terminal.meow.column.last": 6,
    "terminal.meow.column.void": 4,
    "terminal.meow.column.bowls": 5,
    "terminal.meow.column.bones": 11,
    "terminal.meow.column.fish": 13,
    "terminal.meow.column.vases": 5,
    "terminal.meow.column.points": 6,
    "terminal.meow.hungry": 13,
    "meow.token.fish": 6,
    "meow.token.vase": 6,
    "house-of-cats.results.cat": 5,
    "house-of-cats.results.mouse": 5,
    **{f"yatzy.box.{box}": 17 for box in Box},
    **{f"house-of-cats.ability.{ability}": 11 for ability in Ability},
    **{key: 21 for key in ALL if key.startswith("addi-cats.about.")},
}
"""The width of columns and cards in the terminal."""


@EVERY_LANGUAGE
def test_words_fit_into_their_columns(language: str) -> None:
    found = words(language).catalogue
    assert [key for key, most in MOST_CELLS.items() if cell_len(found[key]) > most] == []


@EVERY_LANGUAGE
def test_words_fit_on_printed_sheets(language: str) -> None:
    """Texts of a column with its width in millimetres and its font size."""
    found = words(language).catalogue
    columns: dict[str, tuple[float, Font, float]] = {
        "house-of-cats.ability.": (6.6, "bold", 18),
        "house-of-cats.short.": (6.6, "regular", 41),
        "printing.house-of-cats.scoring.": (5.6, "regular", 67),
        "yatzy.box.": (8.5, "regular", 34),
        "printing.yatzy.hint.": (6.8, "regular", 38),
        "printing.yatzy.bonus.hint": (6.8, "regular", 38),
        "printing.yatzy.sum.hint": (6.8, "regular", 38),
    }
    for start, (size, font, room) in columns.items():
        texts = [re.sub(r"\{\w+\}", "00", text) for key, text in found.items() if key.startswith(start)]
        assert [text for text in texts if text_width(text, size, font) / 72 * 25.4 >= room] == []
