"""Our reading of CLDR's plural rules is Babel's. `python -m tests.words.test_plurals` writes the rules again."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from babel import Locale
from babel.localedata import locale_identifiers

import purrlor.words
from purrlor.words.plurals import CATEGORIES, plural_category

FILE = Path(purrlor.words.__file__).parent / "plurals.txt"
NUMBERS = [
    *map(Decimal, range(130)),
    *map(Decimal, ("1000", "1001", "2000", "12000", "40000", "100000", "1000000", "2000001")),
    *map(Decimal, ("0.0", "0.1", "0.3", "1.0", "1.00", "1.1", "1.10", "1.21", "2.5", "3.04", "11.0", "21.1", "100.03")),
]


def cldr() -> str:
    """The rules of all languages; those of a region only where they differ from its language's."""
    found: dict[str, list[str]] = {}
    for name in sorted(locale_identifiers()):
        rules = Locale.parse(name).plural_form.rules
        if rules and ("_" not in name or rules != Locale.parse(name.partition("_")[0]).plural_form.rules):
            ordered = [f"{category}: {rules[category]}" for category in CATEGORIES if category in rules]
            found.setdefault("; ".join(ordered), []).append(name)
    return "".join(f"{' '.join(names)}\t{rules}\n" for rules, names in sorted(found.items(), key=lambda each: each[1]))


@pytest.mark.slow
def test_the_rules_are_those_of_cldr() -> None:
    assert FILE.read_text(encoding="utf-8") == cldr()


@pytest.mark.parametrize(
    "language", ["en", "de", "pl", "ar", "br", "cy", "ga", "he", "lv", "mt", "sl", "kw", "fil", "ja", "pt-PT"]
)
def test_numbers_have_the_category_that_babel_finds(language: str) -> None:
    rule = Locale.parse(language, sep="-").plural_form
    assert [plural_category(language, number) for number in NUMBERS] == [rule(number) for number in NUMBERS]


if __name__ == "__main__":
    FILE.write_text(cldr(), encoding="utf-8")
