"""English and German say everything; every language says it without a mistake, and fits where it is drawn."""

from __future__ import annotations

import json
import re
from importlib import import_module
from itertools import pairwise

import pytest
from babel import Locale
from rich.cells import cell_len

from purrlor.core import Note
from purrlor.games.house_of_cats import Ability, Symbol
from purrlor.games.house_of_cats.terminal.drawing import small_dice
from purrlor.games.meow import FISH, VASE
from purrlor.games.meow.terminal.face import SLOT_LEAST, slot_sign
from purrlor.games.yatzy import Box
from purrlor.kit.registry import entries, folder
from purrlor.kit.speech import speaking
from purrlor.printing.typeface import Font, glyphs, text_width
from purrlor.words import ENGLISH, kind_key, languages, words
from purrlor.words.catalogues import PLATFORM, game_sentences, platform_sentences
from purrlor.words.check import BRACES, check_language

ALL = words(ENGLISH).catalogue
COMPLETE = (ENGLISH, "de")
"""A new sentence needs these two; translators of the others follow."""
EVERY_LANGUAGE = pytest.mark.parametrize("language", languages())


@pytest.mark.parametrize("language", COMPLETE)
def test_english_and_german_are_complete(language: str) -> None:
    assert check_language(language).missing == []


@EVERY_LANGUAGE
def test_nothing_is_wrong_in_any_language(language: str) -> None:
    """Sentences may be missing for a while; `purrlor words check` names them."""
    assert list(map(str, check_language(language).wrong)) == []


@pytest.mark.parametrize("game", [name for name, entry in entries().items() if entry.module.startswith("purrlor.")])
def test_every_note_of_our_games_has_a_sentence(game: str) -> None:
    story = import_module(f"{entries()[game].module.rpartition('.')[0]}.story")
    kinds = [kind for kind in vars(story).values() if isinstance(kind, type) and issubclass(kind, Note)]
    own = [kind for kind in kinds if kind.__module__ == story.__name__]
    assert len(own) > 5
    assert [kind for kind in own if kind_key(game, kind) not in ALL] == []


def test_a_key_that_names_a_game_is_in_its_folder_and_all_others_in_purrlor_words() -> None:
    for name in ("", *entries()):
        found = game_sentences(name, ENGLISH) if name else platform_sentences(ENGLISH)
        owners = {key: next((part for part in key.split(".") if part in entries()), "") for key in found}
        assert [key for key, owner in owners.items() if owner != name] == []


def test_no_english_key_stands_there_twice() -> None:
    files = [PLATFORM.joinpath("en.json"), *(folder(game).joinpath("words", "en.json") for game in entries())]
    pairs = [json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=list) for file in files]
    keys = sorted(key for each in pairs for key, _ in each)
    assert [key for key, after in pairwise(keys) if key == after] == []


@EVERY_LANGUAGE
def test_numbers_have_the_signs_that_cldr_says(language: str) -> None:
    signs = Locale.parse(language).number_symbols["latn"]
    assert (words(language)("number.decimal"), words(language)("number.thousands")) == (
        signs["decimal"],
        signs["group"],
    )


def translated(language: str) -> dict[str, str]:
    """What a language says itself, without what it borrows from English."""
    games = [game_sentences(game, language) for game in entries()]
    return {key: text for found in (platform_sentences(language), *games) for key, text in found.items()}


QUOTES = {"de": "„“", "es": "«»", "fr": "«»", "it": "«»", "nl": "‘’", "pl": "„”"}
"""The opening and the closing quotation mark of a language. An apostrophe may look like a closing one."""


@pytest.mark.parametrize("language", sorted(QUOTES.keys() & set(languages())))
def test_quotes_and_dashes(language: str) -> None:
    found = translated(language)
    opening, closing = tuple(QUOTES[language])
    wrong = ('"', f"{closing} {opening}", " - ", "...", " !", " ?", *({*"„“”«»‘"} - {opening, closing}))
    signs = (
        "terminal.addi-cats.clockwise",
        "terminal.addi-cats.counterclockwise",
        "terminal.addi-cats.practice.legend",
        "terminal.addi-cats.practice.text.sum",
        "review.decision",
        "review.decision.best",
        "house-of-cats.review.decision.best",
    )
    told = {key: text for key, text in found.items() if key not in signs}
    assert [key for key, text in told.items() if any(mark in text for mark in wrong)] == []
    assert [key for key, text in told.items() if text.count(opening) > text.count(closing)] == []


def test_french_spaces_and_apostrophes() -> None:
    """Narrow no-break spaces before two-part signs and inside « », a no-break space before a colon."""
    found = translated("fr")
    wrong = re.compile(r"« | [;!?»]| :(?= |$)|[^\W\d]'[^\W\d]")
    typed = re.compile(r"\.also\.|\.practice\.(legend|text\.sum)$|[a-z]\.title$")
    assert [key for key, text in found.items() if wrong.search(text) and not typed.search(key)] == []


def test_spanish_questions_and_exclamations_are_opened() -> None:
    signs = ("terminal.command_words", "terminal.addi-cats.practice.legend", "terminal.addi-cats.practice.text.sum")
    told = {key: BRACES.sub("", text) for key, text in translated("es").items() if key not in signs}
    unequal = [key for key, text in told.items() for pair in ("¿?", "¡!") if len({*map(text.count, pair)}) > 1]
    assert unequal == []


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
def test_tokens_and_small_dice_have_their_width_in_the_terminal(language: str) -> None:
    """A word that is too long there is abbreviated."""
    with speaking(language):
        assert [token for token in (FISH, VASE) if cell_len(slot_sign(token)) > SLOT_LEAST] == []
        assert {cell_len(line.plain) for line in small_dice([Symbol.CAT, Symbol.MOUSE, None], gap=False)} == {3 * 7}


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
        assert texts, start
        assert [text for text in texts if text_width(text, size, font) / 72 * 25.4 >= room] == []


@EVERY_LANGUAGE
def test_the_font_of_printed_sheets_has_every_letter(language: str) -> None:
    letters = {letter for text in words(language).catalogue.values() for letter in text if letter.isalpha()}
    missing = glyphs("?", "regular")
    assert [letter for letter in sorted(letters) if glyphs(letter, "regular") == missing] == []
