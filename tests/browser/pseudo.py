"""A language that nobody speaks: English with accents and 40 % longer, so that tests find layouts that are too tight.

It is made here and shipped nowhere: the page is given it in place of German.
"""

from __future__ import annotations

import json
import re
from typing import Any, cast

from playwright.sync_api import Page, Route

from purrlor.words import words

LONGER = 0.4
ACCENTS = str.maketrans("aceinosuyzACEINOSUYZ", "áçéîñôšüýžÁÇÉÎÑÔŠÜÝŽ")
WORD = re.compile(r"[^\W\d_]+")
HOLE = re.compile(r"(\{[^{}]*\})")
KEPT = re.compile(r"^(language|number|bot\.name)\.|\.say\.")
"""What is no text: signs, codes, names, and what is typed."""


def pseudo(sentence: str) -> str:
    """`Play now` is `Pláýýý ñôww`; what stands in braces stays, with longer plural forms."""
    return "".join(_hole(part) if part.startswith("{") else longer(part) for part in HOLE.split(sentence))


def _hole(part: str) -> str:
    head, *forms = part[1:-1].split("|")
    return "{" + "|".join([head, *map(longer, forms)]) + "}"


def longer(text: str) -> str:
    """Every word gets its share of letters more, so that the text as a whole is 40 % longer."""
    owed = 0.0

    def stretched(found: re.Match[str]) -> str:
        nonlocal owed
        owed += LONGER * len(found[0])
        more, owed = int(owed), owed % 1
        word = found[0].translate(ACCENTS)
        return word + word[-1].lower() * more

    return WORD.sub(stretched, text)


def catalogue() -> dict[str, str]:
    """All that the page says."""
    return {key: text if KEPT.search(key) else pseudo(text) for key, text in words("en").catalogue.items()}


def speak_pseudo(page: Page) -> None:
    """From now on the page speaks it to anybody who wants German: its own words, and the rules that the server has."""
    module = f"export default {json.dumps(catalogue())}"

    def answer(route: Route) -> None:
        route.fulfill(body=module, content_type="text/javascript")

    page.route("**/assets/de-*.js", answer)
    page.route("**/api/games/*/rules?*", _tell_rules)


def _tell_rules(route: Route) -> None:
    answer = route.fetch(url=route.request.url.replace("language=de", "language=en"))
    route.fulfill(response=answer, json=_longer_texts(answer.json()))


def _longer_texts(value: Any) -> Any:
    """Every text of a message that is not code."""
    if isinstance(value, list):
        return [_longer_texts(each) for each in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    fields = cast("dict[str, Any]", value)
    texts = {key: _longer_texts(each) for key, each in fields.items()}
    is_text = isinstance(fields.get("text"), str) and fields.get("kind") != "code"
    return {**texts, "text": longer(fields["text"])} if is_text else texts
