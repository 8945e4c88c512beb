"""Every sentence with a count takes the plural form that Unicode's CLDR says, in every language."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from babel import Locale

from purrlor.words import languages, words

ROOT = Path(__file__).parents[2]
COUNTS = (0, 1, 2, 5, 21, 100)
PLURAL = re.compile(r"\{\w+:([a-z]*)\|([^{}]*)\}")
PAGE_TABLE: dict[str, Any] = json.loads((ROOT / "web/tests/plurals.json").read_text(encoding="utf-8"))


def form(language: str, forms: str, count: int) -> str:
    """The form of a count by CLDR, found by the table that the page is tested with."""
    category = str(Locale.parse(language).plural_form(Decimal(count)))
    categories: list[str] = PAGE_TABLE[language]["categories"]
    return dict(zip(categories, forms.split("|"), strict=True))[category]


def by_hand(language: str, sentence: str, count: int) -> str:
    """A sentence with `count` in every place."""
    with_forms = PLURAL.sub(lambda hole: form(hole[1] or language, hole[2], count), sentence)
    return re.sub(r"\{\w+(![rs])?(:[^{}]*)?\}", str(count), with_forms)


@pytest.mark.parametrize("language", languages())
def test_every_sentence_with_a_count_takes_the_right_form(language: str) -> None:
    spoken = words(language)
    counted = [key for key, text in spoken.catalogue.items() if PLURAL.search(text)]
    assert len(counted) > 40
    for key in counted:
        for count in COUNTS:
            values = dict.fromkeys(re.findall(r"\{(\w+)", spoken.catalogue[key]), count)
            assert spoken(key, **values) == by_hand(language, spoken.catalogue[key], count)


def test_the_table_of_the_page_is_cldr() -> None:
    made = run_path(str(ROOT / "web/tests/plurals.py"))
    assert json.loads(made["text"]()) == PAGE_TABLE, "run: python web/tests/plurals.py"
    assert set(languages()) <= PAGE_TABLE.keys()


NOUNS = (
    "cards?|tokens?|points?|rooms?|matches|events?|tables?|files?|marks?|columns?|squares?|spaces?|circles?|diamonds?"
    "|vases?|rolls|seats?|tricks?|rounds?|boxes|persons?|states|players?|friends?|watchers?|minutes?|hours?|days?"
)
UNCOUNTED = re.compile(rf"(?<! to )(?<! of )(?<!most )(?<!All )\{{\w+\}} (?:\w+ )?({NOUNS})\b")
NO_COUNT = {
    *("addi-cats.note.dealt", "terminal.seats", "meow.refused.token_count", "house-of-cats.refused.stars"),
    *("terminal.yatzy.solve.value", "review.decision", "yatzy.note.expects_total", "yatzy.note.rolls"),
}
"""What is always several, an average, and a verb."""


def test_an_english_noun_after_a_number_has_its_plural_forms() -> None:
    found = {key for key, text in words().catalogue.items() if UNCOUNTED.search(text)}
    assert found - NO_COUNT == set()
