"""`purrlor words check` names what is missing and what is wrong in a language."""

from __future__ import annotations

import json
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest

from purrlor.kit.registry import guide_file
from purrlor.words import words
from purrlor.words.check import check_language, our_games


def polish(folder: Path, **sentences: str) -> list[str]:
    """What is wrong with some Polish sentences of the platform; the underscores of a key stand for dots."""
    (folder / "pl").mkdir()
    said = {key.replace("__", "."): text for key, text in sentences.items()}
    (folder / "pl" / "platform.json").write_text(json.dumps(said), encoding="utf-8")
    return [f"{finding.key}: {finding.problem}" for finding in check_language("pl", folder).wrong]


@pytest.mark.parametrize(
    ("key", "text", "problem"),
    [
        ("list.first", "x", "there is no such sentence in English"),
        ("list.last", "{head} i {lost}", "holds {head}, {lost} instead of {head}, {last}"),
        ("list.last", "{head} i {last", "cannot be read: expected '}' before end of string"),
        ("list.last", " ", "empty"),
        ("list.last", "{head} {head:|a|b} {last}", "{head:|a|b} needs a form for each of one, few, many, other"),
        ("language.tag", "pt", "is 'pt', but the folder is called 'pl'"),
        ("page.home.title", words()("page.home.title"), "the same as in English"),
    ],
)
def test_what_is_wrong_with_a_sentence(tmp_path: Path, key: str, text: str, problem: str) -> None:
    assert f"{key}: {problem}" in polish(tmp_path, **{key.replace(".", "__"): text})


def test_a_right_sentence_is_not_named(tmp_path: Path) -> None:
    counted = "{head} {head:|kot|koty|kotów|kota} i {last}"
    assert polish(tmp_path, list__last=counted, number__thousands="\xa0", language__tag="pl") == []


def test_what_is_missing_is_named_with_its_english(tmp_path: Path) -> None:
    polish(tmp_path, language__tag="pl")
    checked = check_language("pl", tmp_path)
    missing = list(map(str, checked.missing))
    assert "pl/platform.json: list.last: missing: {head} and {last}" in missing
    assert {"pl/glossary.md: missing", *(f"pl/rules/{game}.md: missing" for game in our_games())} <= set(missing)
    assert 0 < checked.share < 0.01


def test_files_that_nothing_reads_are_named(tmp_path: Path) -> None:
    (tmp_path / "de").mkdir()
    for name in ("de.json", "de/chess.json"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    assert [str(finding) for finding in check_language("de", tmp_path).wrong] == [
        "de/chess.json: belongs to no game, so nothing reads it",
        "de.json: belongs into the folder de/",
    ]


def test_a_key_that_stands_there_twice_is_named(tmp_path: Path) -> None:
    (tmp_path / "de").mkdir()
    twice = '{"language.tag": "de", "language.tag": "de"}'
    (tmp_path / "de" / "platform.json").write_text(twice, encoding="utf-8")
    assert [finding.problem for finding in check_language("de", tmp_path).wrong] == ["is there twice"]


def test_a_guide_with_other_pictures_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    guide = tmp_path / "guide.md"
    guide.write_text("# Yatzy\n\n## Dran {#turn}\n", encoding="utf-8")
    english = guide_file

    def found(game: str, language: str) -> Traversable | None:
        return guide if (game, language) == ("yatzy", "de") else english(game, language)

    monkeypatch.setattr("purrlor.words.check.guide_file", found)
    (finding,) = [each for each in check_language("de").wrong if "/guide/" in each.file]
    assert finding.file == "de/guide/yatzy.md"
    assert finding.problem.startswith(
        "has the sections and pictures {#turn}, the English one has {#turn} (figure:keep)"
    )
