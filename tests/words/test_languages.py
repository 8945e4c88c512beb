"""A language is one folder; numbers, lists and words that depend on a number are said in its own way."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from purrlor.core import Note, Seat
from purrlor.kit import registry, rules_text
from purrlor.words import Words, language_for, languages, words
from purrlor.words.catalogues import game_sentences, platform_sentences, with_english
from purrlor.words.plurals import plural_category

SIGNS = {"number.decimal": ",", "number.thousands": "."}
GERMAN = {**SIGNS, "list.last": "{head} und {last}"}


class Takes(Note, frozen=True):
    seat: Seat
    token: str
    row: tuple[str, ...]
    worth: float


PERCENT = {"de": "\u00a0", "es": "\u00a0", "fr": "\u202f"}
"""The space between a number and its sign; the other languages have none."""


@pytest.mark.parametrize("language", languages())
def test_percent_sign_follows_the_number_as_the_language_writes_it(language: str) -> None:
    spaces = {found for text in words(language).catalogue.values() for found in re.findall(r"(?<=[\d}])(\s?)%", text)}
    assert spaces == {PERCENT.get(language, "")}


@pytest.mark.parametrize("language", languages())
def test_apostrophes_within_words_are_curly(language: str) -> None:
    """Titles and the words that players type keep what a keyboard has."""
    said = {key: text for key, text in words(language).catalogue.items() if ".also." not in key}
    titles = [text for key, text in said.items() if key.endswith(".title")]
    plain = [re.sub("|".join(map(re.escape, titles)), "", text) for text in said.values()]
    assert [text for text in plain if re.search(r"[\w}]'\w", text)] == []


@pytest.fixture
def platform(tmp_path: Path) -> Path:
    (tmp_path / "en.json").write_text(json.dumps({"hello": "Hello, {name}", "bye": "Bye"}), encoding="utf-8")
    (tmp_path / "la").mkdir()
    (tmp_path / "la" / "platform.json").write_text(json.dumps({"hello": "Salve, {name}"}), encoding="utf-8")
    (tmp_path / "xx").mkdir()
    (tmp_path / "de.json").write_text(json.dumps({"hello": "Hallo, {name}"}), encoding="utf-8")
    return tmp_path


def test_a_folder_is_all_that_a_new_language_takes(platform: Path) -> None:
    assert languages(platform) == ("en", "la")
    assert language_for("la_VA.UTF-8", platform) == "la"
    assert platform_sentences("la", platform) == {"hello": "Salve, {name}"}


def test_a_sentence_that_is_missing_is_said_in_english(platform: Path) -> None:
    latin = with_english(platform_sentences("la", platform), platform_sentences("en", platform))
    assert latin == {"hello": "Salve, {name}", "bye": "Bye"}


def test_a_borrowed_sentence_keeps_its_plural_forms() -> None:
    french = Words(with_english({"language.tag": "fr"}, {"left": "{n} {n:|card|cards} left"}) | SIGNS)
    assert [french("left", n=count) for count in (0, 1, 2)] == ["0 cards left", "1 card left", "2 cards left"]


def lives_in(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every game have its files in `place`."""

    def folder(_: str) -> Path:
        return place

    monkeypatch.setattr(registry, "folder", folder)


def test_a_game_of_another_package_may_bring_a_language(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for kind, name in (("words", "en.json"), ("words", "de.json"), ("rules", "en.md")):
        (tmp_path / kind).mkdir(exist_ok=True)
        (tmp_path / kind / name).write_text(json.dumps({f"pig.{name}": "oink"}), encoding="utf-8")
    lives_in(tmp_path, monkeypatch)
    assert game_sentences("pig", "de") == {"pig.de.json": "oink"}
    assert (game_sentences("pig", "pl"), "pig.en.md" in rules_text("pig", "de")) == ({}, True)


def test_a_language_in_the_old_place_of_one_of_our_games_is_not_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "de.json").write_text("{}", encoding="utf-8")
    lives_in(tmp_path, monkeypatch)
    assert "yatzy.box.ones" in game_sentences("yatzy", "de")


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


def test_a_note_of_a_game_without_words_is_sent_as_it_is() -> None:
    note = Takes(Seat(0), "fish", ("+5", "vase"), 2.5)
    assert words("en").say("guest", note, ["Ann"]) == "Ann: takes (token fish, row +5 vase, worth 2.5)"


@pytest.mark.parametrize(
    ("parts", "said"), [([], ""), (["Ann"], "Ann"), (["Ann", "Bo"], "Ann und Bo"), (["A", "B", "C"], "A, B und C")]
)
def test_lists(parts: list[str], said: str) -> None:
    assert words("de").join(parts) == said


def test_another_way_to_join() -> None:
    assert words("de").join(["2", "3", "4"], "terminal.house-of-cats.either") == "2, 3 oder 4"
