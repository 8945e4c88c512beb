"""Writes plurals.json from Unicode's CLDR: the plural categories of each language, and those of some counts.

Run from the project's folder: python web/tests/plurals.py
"""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

from babel import Locale

FILE = Path(__file__).parent / "plurals.json"
LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pl")
COUNTS = ("0", "1", "2", "5", "21", "100", "1.5")
ORDER = ("zero", "one", "two", "few", "many", "other")
MILLIONS = {"es", "fr", "it"}
"""CLDR gives them a category `many` for whole millions alone, which no game counts."""


def plurals(language: str) -> dict[str, Any]:
    """What CLDR says about one language."""
    rule = Locale.parse(language).plural_form
    known = {*rule.tags, "other"} - ({"many"} if language in MILLIONS else set())
    return {
        "categories": [category for category in ORDER if category in known],
        "of": {count: str(rule(Decimal(count))) for count in COUNTS},
    }


def text() -> str:
    """The whole file."""
    lines = [f"  {json.dumps(language)}: {json.dumps(plurals(language))}" for language in LANGUAGES]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
