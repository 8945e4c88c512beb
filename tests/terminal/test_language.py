"""Which language the terminal speaks, and that it speaks it everywhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from purrlor.cli import main
from purrlor.core.reason import Refused
from purrlor.kit import games, rules_text
from purrlor.kit.speech import chosen_language, figure, language, say, speaking
from purrlor.terminal.keyboard_match import COMMANDS
from purrlor.terminal.typed_input import command_word
from purrlor.words import ENGLISH, languages
from purrlor.words.catalogues import platform_sentences
from tests.printing.pdf_text import texts

from .conftest import Purrlor

GERMAN = ("--language", "de")


@pytest.mark.parametrize(
    ("named", "environment", "chosen"),
    [
        (None, {}, "en"),
        ("de", {}, "de"),
        ("de_AT", {"PURRLOR_LANGUAGE": "en"}, "de"),
        (None, {"PURRLOR_LANGUAGE": "de", "LC_ALL": "en_GB"}, "de"),
        (None, {"LC_ALL": "de_DE.UTF-8", "LANG": "en_GB.UTF-8"}, "de"),
        (None, {"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, "en"),
        (None, {"LC_ALL": "", "LC_MESSAGES": "de_CH", "LANG": "en_GB"}, "de"),
        (None, {"LANG": "de_DE.UTF-8"}, "de"),
        (None, {"LANG": "tlh_QO"}, "en"),
    ],
)
def test_the_language_is_chosen_by_option_environment_and_system(
    named: str | None, environment: dict[str, str], chosen: str
) -> None:
    assert chosen_language(named, environment) == chosen


def test_an_unknown_language_names_those_there_are() -> None:
    with pytest.raises(Refused, match=r"^there is no language tlh; known: de \(Deutsch\).* en \(English\)"):
        chosen_language("tlh", {})


def test_an_unknown_language_is_refused_in_the_language_of_the_system(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PURRLOR_LANGUAGE", "tlh")
    monkeypatch.setenv("LC_ALL", "de_DE")
    assert main(["games"]) == 2
    assert capsys.readouterr().err.startswith("purrlor: die Sprache tlh gibt es hier nicht; es gibt de (Deutsch)")


def test_it_is_spoken_until_the_end_of_the_block() -> None:
    with speaking("de"):
        assert (say("terminal.bye"), figure(2.5, ".1f")) == ("Auf Wiedersehen.", "2,5")
    assert (language(), say("terminal.bye")) == ("en", "Goodbye.")


@pytest.mark.parametrize(
    "call", [("--language", "de", "games"), ("games", "--language", "de"), ("games", "--language=de")]
)
def test_the_option_may_stand_anywhere(purrlor: Purrlor, call: Sequence[str]) -> None:
    shown = purrlor(*call)
    assert "  Optionen: " in shown.out
    assert language() == "en"


def test_the_environment_is_asked(purrlor: Purrlor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PURRLOR_LANGUAGE", "de")
    assert "  Optionen: " in purrlor("games").out
    assert "  options: " in purrlor("games", "--language", "en").out


def test_an_unknown_language_ends_the_call(purrlor: Purrlor) -> None:
    shown = purrlor("games", "--language", "tlh")
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.startswith("purrlor: there is no language tlh; known: de (Deutsch)")
    assert shown.err.count("\n") == 1


def test_the_help_tells_options_in_the_language(purrlor: Purrlor) -> None:
    assert "wer anfängt" in purrlor("play", "yatzy", "--help", *GERMAN).out
    assert "--language" in purrlor("--help").out


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (["replay"], "purrlor replay: es fehlt: FILE; --help sagt, was das ist\n"),
        (["games", "laut"], "purrlor: unbekannt: laut; --help zählt auf, was es gibt\n"),
        (["pad", "chess"], "purrlor pad: GAME kann nicht chess sein; möglich: yatzy\n"),
        (["serve", "--port", "x"], "purrlor serve: --port erwartet eine ganze Zahl, nicht x\n"),
        (["serve", "--port", "99999"], "purrlor: --port nimmt 0 bis 65535, nicht 99999\n"),
        (["serve", "--remove-finished", "x"], "--remove-finished: x ist keine Zahl von Tagen von 1 bis 36500\n"),
        (["store", "migrate", "a", "a"], "purrlor: beide Orte sind derselbe\n"),
    ],
)
def test_bad_use_is_reported_in_the_language(purrlor: Purrlor, call: Sequence[str], complaint: str) -> None:
    refused = purrlor(*call, *GERMAN)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.endswith(complaint)
    assert refused.err.count("\n") == 1


def played(purrlor: Purrlor, game: str, *lines: str) -> str:
    bots = ["kitten"] if game == "yatzy" else ["uniform"] * 2
    call = ["play", game, "--players", "Ann", "--bots", ",".join(bots), "--seed", "purr", *GERMAN]
    return purrlor(*call, *(["--no-timed"] if game == "addi-cats" else []), lines=[*lines, "help", "list", "view"]).out


def test_a_turn_of_yatzy(purrlor: Purrlor) -> None:
    told = played(purrlor, "yatzy", "roll", "dick", "kleine straße", "undo", "keep 9")
    assert "Du kannst von" in told
    assert "Würfe übrig" in told
    assert "Ich kann „keep 9“ nicht lesen" in told


@pytest.mark.parametrize(
    ("game", "sentence"),
    [("meow", "bekommt die Startmarke."), ("house-of-cats", "Die Würfel zeigen"), ("addi-cats", "deckt")],
)
def test_other_games(purrlor: Purrlor, game: str, sentence: str) -> None:
    assert sentence in played(purrlor, game)


ENGLISH_WORDS = re.compile(r"\b(the|and|you|your|with|points|cards|left|of|cat|mouse|fish)\b", re.IGNORECASE)


@pytest.mark.parametrize("game", games())
def test_no_english_is_left(purrlor: Purrlor, game: str) -> None:
    """Only titles are, and what one types."""
    told = re.sub(r"House of Cats|Addi Cat's|Ed, the Cat's Yatzy|fat_cat|\((use|cat)[^)]*\)", "", played(purrlor, game))
    typed = re.compile(r"^(Ann> |\d+\. |  \w+ )")
    assert [line for line in told.splitlines() if ENGLISH_WORDS.search(line) and not typed.match(line)] == []


def test_commands_have_german_names_too(purrlor: Purrlor) -> None:
    told = played(purrlor, "yatzy", "Hilfe", "Liste", "Ende", "roll")
    assert "diese Hilfe" in told
    assert "1. roll" in told
    assert "Du würfelst" not in told


def test_help_names_the_commands_in_the_language(purrlor: Purrlor) -> None:
    told = played(purrlor, "yatzy", "hilfe")
    assert "  hilfe      diese Hilfe" in told
    assert "  speichere  speichere DATEI: " in told
    assert re.findall(r"^  (?:hint|undo|view|list|log|rules|save|help|quit) ", told, re.MULTILINE) == []


def test_the_help_of_english_shows_the_commands_themselves() -> None:
    assert [command_word(command) for command in COMMANDS] == list(COMMANDS)


@pytest.mark.parametrize("spoken", languages())
def test_every_name_of_a_command_stands_for_one(spoken: str) -> None:
    with speaking(spoken):
        pairs = [pair.partition("=")[::2] for pair in say("terminal.command_words").split()]
    assert {command for _, command in pairs} <= set(COMMANDS)
    assert [name for name, command in pairs if name in COMMANDS and name != command] == []
    assert len({name for name, _ in pairs}) == len(pairs)


@pytest.mark.parametrize("spoken", [code for code in languages() if code != ENGLISH])
def test_every_command_has_a_name_in_a_language_that_names_any(spoken: str) -> None:
    if named := platform_sentences(spoken).get("terminal.command_words"):
        assert {pair.partition("=")[2] for pair in named.split()} == set(COMMANDS)


def test_bots_have_the_names_that_the_page_gives_them(purrlor: Purrlor) -> None:
    told = purrlor("play", "yatzy", "--players", "Ann", "--bots", "tabby,tabby", *GERMAN, lines=["view"]).out
    assert {"Mieze", "Mieze 2"} <= set(re.findall(r"Mieze(?: \d)?|Tabby", told))
    assert "Tabby" not in told


@pytest.mark.slow
def test_a_minus_sign_is_a_hyphen_where_only_ascii_can_be_written(tmp_path: Path) -> None:
    call = [sys.executable, "-m", "purrlor.cli", "arena", "meow", "--seats", "uniform,uniform", "--matches", "2"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PURRLOR_LANGUAGE": "en"}
    shown = subprocess.run(call, capture_output=True, env=environment, cwd=tmp_path, check=True).stdout.decode("ascii")
    assert re.search(r" -\d+\.\d\d ", shown)


def test_yes_and_no_in_german(purrlor: Purrlor) -> None:
    pad = ["pad", "yatzy", "--players", "Ann", *GERMAN]
    assert "Noch ein Wurf" in purrlor(*pad, lines=["13356", "13344", "ja", "quit"]).out
    assert "Es bleibt alles, wie es war." in purrlor(*pad, lines=["13356", "13344", "nein", "quit"]).out
    shown = purrlor("practice", "addi-cats", "--player", "Ann", "--seed", "3", *GERMAN, lines=["ja", "nein", "q"]).out
    assert "von" in shown


def test_nobody_in_german(purrlor: Purrlor) -> None:
    shown = purrlor("play", "yatzy", "--players", "keine", "--bots", "keine", *GERMAN)
    assert (shown.code, shown.err) == (2, "purrlor: irgendjemand muss mitspielen\n")


def printed(purrlor: Purrlor, game: str, file: Path, *more: str) -> set[str]:
    """What is written on the pages that `purrlor sheet print` makes."""
    purrlor("sheet", "print", game, "-o", file, *more)
    return set(texts(file.read_bytes()))


@pytest.mark.parametrize(
    ("game", "german", "both"),
    [
        ("yatzy", {"Einser", "Viererpasch", "Gesamt"}, {"Ed, the Cat's Yatzy", "Bonus"}),
        ("house-of-cats", {"Stufe 1", "Zimmer", "Streuner"}, {"House of Cats", "Name", "Adoption", "2-5"}),
    ],
)
def test_sheets_are_printed_in_the_language(
    purrlor: Purrlor, tmp_path: Path, game: str, german: set[str], both: set[str]
) -> None:
    """Besides single letters and figures, only `both` is the same in German and in English."""
    here = printed(purrlor, game, tmp_path / "de.pdf", *GERMAN)
    there = printed(purrlor, game, tmp_path / "en.pdf")
    assert german <= here
    assert {text for text in here & there if len(text) > 1} == both


def test_the_rules_in_german(purrlor: Purrlor) -> None:
    assert "Dein Zug" in purrlor("play", "yatzy", "--players", "Ann", *GERMAN, lines=["rules"]).out


@pytest.mark.parametrize("game", games())
def test_rules_are_in_english_where_nobody_has_translated_them(game: str) -> None:
    assert rules_text(game, "tlh") == rules_text(game)


@pytest.mark.parametrize("game", games())
def test_german_rules_name_the_same_notation_and_options(game: str) -> None:
    english, german = (set(re.findall(r"`[^`\n]+`", rules_text(game, code))) for code in ("en", "de"))
    assert {text.replace("FILE", "DATEI") for text in english if "tests/" not in text} == german


def test_refusals_in_german(purrlor: Purrlor) -> None:
    told = played(purrlor, "house-of-cats", "katze c2", "place 5 A1", "maus a1", "c6 mouse", "use L C2", "done")
    assert "Auf Stufe 1 werden Katzen auf der Katzenleiste durchgestrichen: sag „cat“." in told
    assert "In A1 steht schon: 5." in told
    assert "Noch zu verwendende Ergebnisse: 2." in told
