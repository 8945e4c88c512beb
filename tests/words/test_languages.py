"""A language is one file; numbers, lists and words that depend on a number are said in its own way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from purrlor.core import Note, Seat
from purrlor.words import Words, language_for, languages, merged, words
from purrlor.words.plurals import plural_category

GERMAN = {"number.decimal": ",", "number.thousands": ".", "list.last": "{head} und {last}"}


class Takes(Note, frozen=True):
    seat: Seat
    token: str
    row: tuple[str, ...]
    worth: float


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "en.json").write_text(json.dumps({"hello": "Hello, {name}"}), encoding="utf-8")
    (tmp_path / "la.json").write_text(json.dumps({"hello": "Salve, {name}"}), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no language", encoding="utf-8")
    return tmp_path


def test_a_file_is_all_that_a_new_language_takes(folder: Path) -> None:
    assert languages(folder) == ("en", "la")
    assert language_for("la_VA.UTF-8", folder) == "la"
    assert Words(merged("la", folder, []))("hello", name="Felix") == "Salve, Felix"


def test_a_game_that_lacks_a_language_speaks_english_there(folder: Path) -> None:
    game = folder / "game"
    game.mkdir()
    (game / "en.json").write_text(json.dumps({"pig.title": "Pig"}), encoding="utf-8")
    assert merged("la", folder, [game, folder / "wordless"]) == {"hello": "Salve, {name}", "pig.title": "Pig"}


@pytest.mark.parametrize("tag", ["de", "DE", "de_AT", "de-CH", "de_DE.UTF-8", "de_DE@euro"])
def test_a_country_and_an_encoding_do_not_matter(tag: str) -> None:
    assert language_for(tag) == "de"


@pytest.mark.parametrize("tag", ["", "C", "C.UTF-8", "POSIX", "tlh", "deutsch", "../de"])
def test_what_is_not_there_is_none(tag: str) -> None:
    assert language_for(tag) is None


def test_a_missing_key_is_an_error() -> None:
    with pytest.raises(KeyError):
        words("de")("no.such.key")


def test_numbers_have_the_signs_of_the_language() -> None:
    german = Words({**GERMAN, "worth": "{worth:.1f} {less:+.2f} {many:,} {plain} {text}"})
    said = german("worth", worth=2.25, less=1.5, many=1234567, plain=0.5, text="1.5, 2")
    assert said == "2,2 +1,50 1.234.567 0,5 1.5, 2"
    assert german.number(1234.5, ",.1f") == "1.234,5"
    assert words("en").number(1234.5, ",.1f") == "1,234.5"


@pytest.mark.parametrize(("points", "said"), [(1, "1 Punkt"), ("1", "1 Punkt"), (0, "0 Punkte"), (11, "11 Punkte")])
def test_words_that_depend_on_a_number(points: object, said: str) -> None:
    assert Words({**GERMAN, "p": "{points} {points:|Punkt|Punkte}"})("p", points=points) == said


@pytest.mark.parametrize(("files", "said"), [(1, "1 plik"), (3, "3 pliki"), (5, "5 plików"), (22, "22 pliki")])
def test_a_language_has_as_many_plurals_as_it_needs(files: int, said: str) -> None:
    polish = {**GERMAN, "language.tag": "pl", "p": "{n} {n:|plik|pliki|plików|pliku}"}
    assert Words(polish)("p", n=files) == said


@pytest.mark.parametrize(("value", "category"), [("1.0", "other"), ("1", "one"), (-1, "one"), ("-", "other")])
def test_what_is_written_counts(value: object, category: str) -> None:
    assert plural_category("en", value) == category


def test_values_are_called_by_their_words() -> None:
    own = {"g.note.takes": "{seat}: {token} ({row}) {worth}", "g.token.fish": "Fisch", "g.row.vase": "Vase"}
    note = Takes(Seat(0), "fish", ("+5", "vase"), 2.25)
    assert Words({**GERMAN, **own}).say("g", note, ["Ann"]) == "Ann: Fisch (+5 Vase) 2,2"


def test_values_that_all_have_words_are_listed() -> None:
    own = {"g.note.takes": "{row}", "g.row.vase": "Vase", "g.row.fish": "Fisch"}
    assert Words({**GERMAN, **own}).say("g", Takes(Seat(0), "", ("fish", "vase"), 1.0), ["Ann"]) == "Fisch und Vase"


def test_a_note_of_a_game_without_words_is_told_as_it_is() -> None:
    note = Takes(Seat(0), "fish", ("+5", "vase"), 2.5)
    assert words("en").say("guest", note, ["Ann"]) == "Ann: takes (token fish, row +5 vase, worth 2.5)"


@pytest.mark.parametrize(
    ("parts", "said"), [([], ""), (["Ann"], "Ann"), (["Ann", "Bo"], "Ann und Bo"), (["A", "B", "C"], "A, B und C")]
)
def test_lists(parts: list[str], said: str) -> None:
    assert words("de").join(parts) == said


def test_another_way_to_join() -> None:
    assert words("de").join(["2", "3", "4"], "terminal.house-of-cats.either") == "2, 3 oder 4"
