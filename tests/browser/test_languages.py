"""German, and letters twice as large."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import TOUCH, Enter
from .parlour import Parlour
from .person import Person

pytestmark = pytest.mark.slow

ALONE = [{"kind": "person"}, {"kind": "bot", "level": "uniform"}]


def test_a_person_who_speaks_german_is_answered_in_german(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Anna", locale="de-DE")
    ann.go("/")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Komm herein, spiel mit")
    expect(ann.page.locator("html")).to_have_attribute("lang", "de")
    ann.go(ann.make_table("yatzy", ALONE, options={"first": "1"}))
    expect(ann.page.locator(".roll")).to_have_text("Alle fünf Würfel werfen")
    ann.act("roll")
    expect(ann.page.get_by_role("list", name="Die Geschichte")).to_contain_text("Du ")
    with ann.told("Das lässt sich nicht zurücknehmen: Seither wurde gewürfelt oder ausgeteilt."):
        ann.button("Zurücknehmen").click()


def test_the_language_can_be_chosen(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Anna", locale="de-DE")
    ann.go("/")
    ann.button("Einstellungen").click()
    ann.page.get_by_label("Sprache").select_option("en")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Come in, have a game")
    expect(ann.page.locator("html")).to_have_attribute("lang", "en")
    ann.page.reload()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Come in, have a game")
    ann.button("Settings").click()
    ann.page.get_by_label("Language").select_option("de")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Komm herein, spiel mit")


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "es-ES", "fr-FR", "it-IT", "nl-NL", "pl-PL"])
def test_the_head_of_the_page_is_one_line_on_a_small_phone(parlour: Parlour, enter: Enter, locale: str) -> None:
    ann = enter(parlour, "Anna", locale=locale, **{**TOUCH, "viewport": {"width": 360, "height": 640}})
    ann.go("/")
    expect(ann.page.locator("html")).to_have_attribute("lang", locale[:2])
    ann.page.locator("header nav a").first.wait_for()  # English is the language of the empty page, too
    ann.page.wait_for_function(
        "() => { const box = one => one.getBoundingClientRect();"
        " const logo = box(document.querySelector('header .home svg'));"
        " return new Set([...document.querySelectorAll('header nav a')].map(one => box(one).top)).size === 1"
        " && logo.width === 40 && logo.height === 40 && document.documentElement.scrollWidth === 360 }"
    )


def too_wide(person: Person) -> list[str]:
    """What reaches beyond the screen, if one can scroll sideways."""
    person.page.evaluate(
        "async () => { document.documentElement.style.fontSize = '200%';"
        " for (let i = 0; i < 9; i++) await new Promise(requestAnimationFrame) }"
    )
    found: list[str] = person.page.evaluate(
        "() => document.scrollingElement.scrollWidth <= 390 ? [] :"
        " [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > 391)"
        ".map(one => `${one.tagName} ${one.className} ${Math.round(one.getBoundingClientRect().right)}`)"
    )
    return found


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_letters_twice_as_large_need_no_sideways_scrolling(parlour: Parlour, enter: Enter, language: str) -> None:
    ann = enter(parlour, "Ann", **TOUCH, locale=language)
    ann.go("/")
    ann.page.get_by_role("heading", level=1).wait_for()
    assert too_wide(ann) == []
    ann.go(ann.make_table("yatzy", ALONE, options={"first": "1"}))
    ann.await_turn()
    assert too_wide(ann) == []
    ann.act("roll")
    ann.page.locator('button[data-action^="score"]').first.wait_for(state="attached")
    assert too_wide(ann) == []
