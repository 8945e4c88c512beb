"""A club in real browsers: founded, joined by link, with a challenge and results, handed over and left."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import DESKTOP, TOUCH, Enter, Played
from .parlour import Parlour
from .person import Person

pytestmark = pytest.mark.slow


def play_for_club(person: Person) -> None:
    """A try in the club's own challenge is begun, left and gone on with."""
    club = person.page.url
    person.button("Play for the club").tap()
    person.await_turn()
    person.page.goto(club)
    person.page.get_by_role("link", name="Go on with your try").tap()
    person.await_turn()
    person.page.goto(club)


def test_a_club_from_its_founding_to_its_end(parlour: Parlour, enter: Enter, played: Played) -> None:
    ann = enter(parlour, "Ann", storage_state=played.ann, **TOUCH, color_scheme="dark")
    bob = enter(parlour, "Bob", storage_state=played.bob, viewport=DESKTOP, color_scheme="light", locale="de-DE")
    ann.go("/you")
    ann.page.get_by_role("link", name="Clubs").tap()
    ann.sees("You are not in a club yet.")
    complaints = ann.violations()
    ann.page.get_by_label("What is the club called?").fill("The Whiskers")
    if (called := ann.page.get_by_label("What shall the others call you?")).count():
        called.fill("Ann")
    ann.button("Create the club").tap()
    expect(ann.page.get_by_role("heading", name="The Whiskers")).to_be_visible()
    link = ann.page.locator("input[readonly]").input_value()

    bob.page.goto(link)
    expect(bob.page.get_by_role("heading", name="Ann lädt dich zu „The Whiskers“ ein.")).to_be_visible()
    complaints += bob.violations()
    bob.page.get_by_role("textbox").fill("Bob")
    bob.button("Dem Club beitreten").click()
    expect(bob.page.get_by_role("heading", name="Mitglieder (2)")).to_be_visible()
    bob.sees("In diesem Monat habt ihr nicht miteinander gespielt.")  # the match was before the club
    complaints += bob.violations()

    ann.page.reload()
    expect(ann.page.get_by_role("heading", name="Members (2)")).to_be_visible()
    ann.sees("Nobody has tried yet.")
    complaints += ann.violations()
    play_for_club(ann)
    with ann.told("The old link no longer works."):
        ann.button("A new link").tap()
    expect(ann.page.locator("input[readonly]")).not_to_have_value(link)
    ann.button("Rename the club").tap()
    ann.page.get_by_label("What is the club called?").fill("Paws")
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("heading", name="Paws")).to_be_visible()
    ann.button("Hand the club to Bob").tap()
    dialog = ann.page.get_by_role("dialog")
    expect(dialog).to_contain_text("You stay a member.")
    complaints += ann.violations()
    dialog.get_by_role("button", name="Hand the club to Bob").tap()
    expect(ann.page.get_by_role("listitem").filter(has_text="Bob")).to_contain_text("runs the club")
    expect(ann.button("Delete the club")).to_have_count(0)
    ann.button("Leave the club").tap()
    dialog.get_by_role("button", name="Leave the club").tap()
    expect(ann.page).to_have_url(re.compile("/clubs$"))
    ann.sees("You are not in a club yet.")

    bob.page.reload()
    bob.button("Den Club löschen").click()
    bob.page.get_by_role("dialog").get_by_role("button", name="Den Club löschen").click()
    bob.sees("Du bist noch in keinem Club.")
    assert complaints == []
