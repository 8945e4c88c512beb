"""A rated match in real browsers: chosen, said openly, played, and what it did to the rating."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from .conftest import DESKTOP, TOUCH, Enter
from .parlour import Parlour
from .person import THINKING, Person
from .players import play_on

pytestmark = pytest.mark.slow


def test_a_rated_match_from_the_table_to_the_history(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann", **TOUCH, color_scheme="dark")
    bob = enter(parlour, "Bob", viewport=DESKTOP, color_scheme="light")
    ann.go("/new/yatzy")
    ann.page.get_by_label("What shall the others call you?").fill("Ann")
    ann.page.get_by_label("Everybody may ask for hints").wait_for()
    ann.page.get_by_label("Rated: this match counts").check()
    expect(ann.page.get_by_label("Everybody may ask for hints")).to_have_count(0)
    complaints = ann.violations()
    ann.button("Set the table").tap()
    ann.sees("This match is rated")
    complaints += ann.violations()
    bob.page.goto(ann.page.url)
    bob.sees("This match is rated")
    complaints += bob.violations()
    bob.page.get_by_label("What shall the others call you?").fill("Bob")
    bob.button("Take a seat").click()
    play_on([ann, bob])
    for person in (ann, bob):
        expect(moved(person)).to_have_text(re.compile(r"Your rating moved by [+−]\d+\.\d\."), timeout=THINKING)
        expect(person.page.get_by_text(re.compile(r"^Your rating: \d+\.\d ± \d+\.\d$"))).to_be_visible()
        complaints += person.violations()
    table = ann.page.url.rpartition("/")[2].partition("#")[0]
    changes = [person.ask("GET", f"/api/tables/{table}/rating")["change"] for person in (ann, bob)]
    assert sorted(each["rating"] > 50 for each in changes) == [False, True]
    ann.go("/history")
    expect(ann.page.locator("dl")).to_contain_text(f"{changes[0]['rating']:.1f} ± ")
    complaints += ann.violations()
    ann.button("Forget my ratings").tap()
    with ann.told("Your ratings are gone."):
        ann.page.get_by_role("dialog").get_by_role("button", name="Forget my ratings").tap()
    expect(ann.page.locator("dl")).not_to_contain_text("Rating")
    assert complaints == []


def moved(person: Person) -> Locator:
    return person.page.locator(".rating strong")
