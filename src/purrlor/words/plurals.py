"""Plural categories after Unicode's CLDR: which form of a word a number takes.

`plurals.txt` holds CLDR's rules for every language that has some. Languages with the same rules share one line:
`cs sk<TAB>one: i in 1 and v in 0; few: i in 2..4 and v in 0; …`. A test compares them with Babel's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from functools import cache
from importlib.resources import files
from typing import TypeAlias

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
COUNTS = (*map(Decimal, range(200)), Decimal("0.5"), Decimal("1.5"))
"""Counts that occur in games. French, Spanish and Italian have one more category, for whole millions."""
Operands: TypeAlias = Mapping[str, Decimal]
Condition: TypeAlias = Callable[[Operands], bool]
RELATION = re.compile(r"([a-z])(?: mod (\d+))? (not )?in ([\d.,]+)")


def plural_category(language: str, value: object) -> str:
    """Return the plural category of a number, such as `one` or `few`; a value that is not a number is `other`."""
    try:
        number = operands(abs(Decimal(str(value).replace("−", "-"))))
    except InvalidOperation:
        return "other"
    return next((category for category, fits in _rules(language).items() if fits(number)), "other")


@cache
def counted_categories(language: str) -> tuple[str, ...]:
    """Return the plural categories that a sentence has forms for: those of the counts that occur in games."""
    found = {plural_category(language, count) for count in COUNTS} | {"other"}
    return tuple(category for category in CATEGORIES if category in found)


def plural_form(language: str, forms: Sequence[str], value: object) -> str:
    """Return the form among `forms` that `value` takes; ValueError if their number is not what the language needs."""
    by_category = dict(zip(counted_categories(language), forms, strict=True))
    return by_category.get(plural_category(language, value), by_category["other"])


def operands(number: Decimal) -> Operands:
    """Return the operands of CLDR's rules.

    `n` is the number and `i` its whole part. `f` and `t` are the digits after the point, with and without zeros at the
    end; `v` and `w` are the numbers of these digits. `e` is the exponent of compact notation, which we never write.
    """
    digits = f"{number:f}".partition(".")[2]
    short = digits.rstrip("0")
    whole = {"f": int(digits or 0), "t": int(short or 0), "v": len(digits), "w": len(short), "e": 0, "c": 0}
    return {"n": number, "i": Decimal(int(number)), **{name: Decimal(value) for name, value in whole.items()}}


@cache
def _rules(language: str) -> Mapping[str, Condition]:
    """Return rules by category; a language without CLDR rules, such as Japanese, has one form of each word."""
    tag = language.replace("-", "_")
    lines = _lines()
    found = lines.get(tag) or lines.get(tag.partition("_")[0], "")
    pairs = (part.split(": ") for part in found.split("; ") if part)
    return {category: _condition(text) for category, text in pairs}


@cache
def _lines() -> Mapping[str, str]:
    """Return the rules of each language as text."""
    found: dict[str, str] = {}
    for line in files("purrlor.words").joinpath("plurals.txt").read_text(encoding="utf-8").splitlines():
        languages, _, rules = line.partition("\t")
        found |= dict.fromkeys(languages.split(), rules)
    return found


def _condition(text: str) -> Condition:
    """Parse `a and b or c`: a list of alternatives, each a list of relations that must all hold."""
    alternatives = [[_relation(part) for part in each.split(" and ")] for each in text.split(" or ")]
    return lambda number: any(all(holds(number) for holds in each) for each in alternatives)


def _relation(text: str) -> Condition:
    """Parse `n mod 10 in 2..4,9` or `i not in 1`."""
    found = RELATION.fullmatch(text)
    assert found is not None, text
    operand, modulus, negated, ranges = found.groups()
    bounds = [
        (Decimal(low), Decimal(high or low)) for low, _, high in (each.partition("..") for each in ranges.split(","))
    ]

    def holds(number: Operands) -> bool:
        value = number[operand] % Decimal(modulus) if modulus else number[operand]
        inside = value == int(value) and any(low <= value <= high for low, high in bounds)
        return inside != bool(negated)

    return holds
