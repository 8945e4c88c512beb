"""The rules as players read them: quiet marks that are explained, and nothing that only maintainers understand."""

import re

import pytest

from purrlor.kit import rules_text
from purrlor.kit.registry import entries
from purrlor.words import languages

TAGS = re.compile(r"[\[(](ruling|derived|found|book|Entscheidung|gefolgert|Fund|Heft)[\])]|tests/")
TEXTS = [(game, language) for game in entries() for language in languages()]


@pytest.mark.parametrize(("game", "language"), TEXTS)
def test_no_tags_and_no_test_folders(game: str, language: str) -> None:
    assert TAGS.findall(rules_text(game, language)) == []


@pytest.mark.parametrize(("game", "language"), TEXTS)
def test_every_mark_is_explained_before_it_is_used(game: str, language: str) -> None:
    before, _, rest = rules_text(game, language).partition("\n## ")
    assert "†" in rest
    for mark in set("†‡§") & set(rest):
        assert f"{mark} " in before


@pytest.mark.parametrize("language", languages())
def test_the_leftmost_token_of_meow_comes_from_the_book(language: str) -> None:
    (line,) = re.findall(r"(?m)^6\. .*$", rules_text("meow", language))
    assert not set("†‡§") & set(line)


@pytest.mark.parametrize("language", languages())
def test_the_start_of_addi_cats_does_not_depend_on_the_book(language: str) -> None:
    assert "`first`†" in rules_text("addi-cats", language)
