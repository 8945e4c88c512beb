"""A duplicate evening of three tables in real browsers, from the link to the printed sheet."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import DESKTOP, TOUCH, Enter
from .parlour import Parlour
from .person import THINKING, Person
from .players import play_on

pytestmark = pytest.mark.slow
PICTURES = os.environ.get("PURRLOR_PICTURES", "")


def picture(person: Person, name: str) -> None:
    """For a look at it, if a folder is named."""
    if PICTURES:
        person.page.screenshot(path=Path(PICTURES) / f"evening-{name}.png", full_page=True)


def fits(person: Person) -> bool:
    """Nothing is wider than the screen."""
    return bool(person.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


def open_evening(ann: Person) -> None:
    ann.go("/evenings")
    ann.page.get_by_label("What is the evening called?").fill("Friday paws")
    ann.page.get_by_label("What shall the others call you?").fill("Ann")
    for label, choice in (("Which game?", "yatzy"), ("Seats at each table", "1"), ("Rounds", "2")):
        ann.page.get_by_role("combobox", name=label).select_option(choice)
    picture(ann, "new")
    assert ann.violations() == []
    ann.button("Open the evening").click()
    expect(ann.page.get_by_role("heading", name="Friday paws")).to_be_visible()


def join_by_link(ben: Person, link: str) -> None:
    ben.page.goto(link)
    ben.page.get_by_label("What shall the others call you?").fill("Ben")
    picture(ben, "join")
    assert ben.violations() == []
    ben.button("Take part").tap()
    ben.sees("The host deals the next round.")


def join_by_code(cleo: Person, code: str) -> None:
    cleo.go("/evenings")
    cleo.page.get_by_label("Code", exact=True).fill(code.lower())
    cleo.button("Hinein").click()
    cleo.sees("Du bist eingeladen")  # the page before asks for a name as well
    cleo.page.get_by_label("Wie sollen dich die anderen nennen?").fill("Cleo")
    cleo.button("Mitmachen").click()
    cleo.sees("Gleich wird die nächste Runde ausgelost.")


def column(person: Person, cells: str) -> list[str]:
    return [each.inner_text() for each in person.page.locator(f"tbody tr {cells}").all()]


def print_sheet(ann: Person) -> bytes:
    """The page on paper: results and nothing to press."""
    ann.page.emulate_media(media="print")
    for hidden in (ann.button("Print the results"), ann.page.locator("input[readonly]"), ann.page.locator(".ways")):
        expect(hidden.first).to_be_hidden()
    for shown in ("Friday paws", "Standings", "Round 1", "Round 2", "Luck per match", "Ben"):
        expect(ann.page.get_by_text(shown).first).to_be_visible()
    picture(ann, "print")
    return ann.page.pdf(format="A4")


def test_three_tables_of_one_seed_from_the_link_to_the_printed_sheet(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann", viewport=DESKTOP, color_scheme="light")
    ben = enter(parlour, "Ben", **TOUCH, color_scheme="dark")
    cleo = enter(parlour, "Cleo", viewport={"width": 360, "height": 640}, color_scheme="light", locale="de-DE")
    open_evening(ann)
    join_by_link(ben, ann.page.locator("input[readonly]").input_value())
    join_by_code(cleo, ann.page.locator(".code").inner_text())
    ann.sees("Who is here (3)")  # without a reload
    picture(ann, "lobby")

    ann.button("Deal round 1").click()
    ways = [(ann, "To your table"), (ben, "To your table"), (cleo, "An deinen Tisch")]
    for person, words in ways:
        expect(person.page.get_by_role("link", name=words)).to_have_count(1)
    expect(ann.button("Bots for those missing at table")).to_have_count(3)
    picture(ann, "round")
    picture(ben, "round-phone")
    assert ann.violations() + ben.violations() == []
    for person, words in ways:
        person.page.get_by_role("link", name=words).click()
        person.await_turn()
    play_on([ann, ben])
    expect(ben.button("Once more")).to_have_count(0)
    ben.page.get_by_role("link", name="Back to the evening").tap()
    expect(ben.page.get_by_text("done", exact=True)).to_have_count(2)
    expect(ben.page.locator(".score")).to_have_count(0)  # Cleo still plays
    play_on([cleo])
    ann.page.get_by_role("link", name="Back to the evening").click()
    cleo.page.get_by_role("link", name="Zurück zum Abend").click()
    for person in (ann, ben, cleo):
        expect(person.page.locator(".score")).to_have_count(3)
    assert column(ann, "td:nth-child(3)") in (["100%", "50%", "0%"], ["75%", "75%", "0%"], ["100%", "25%", "25%"])
    assert column(cleo, "th") == column(ann, "th")
    expect(ann.page.get_by_role("columnheader", name="Luck per match")).to_be_visible(timeout=THINKING)

    ann.button("Deal round 2").click()
    ann.button("Close the round").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Close the round").click()
    ann.sees("First:")
    expect(ann.page.get_by_role("link", name="Replay of table")).to_have_count(3)  # everybody may look now
    expect(cleo.page.get_by_text("Erster Platz:")).to_be_visible()
    for person, name in ((ann, "over"), (ben, "over-phone"), (cleo, "over-small")):
        assert person.violations() == []
        assert fits(person)
        picture(person, name)
    sheet = print_sheet(ann)
    if PICTURES:
        (Path(PICTURES) / "evening.pdf").write_bytes(sheet)
    assert sheet.startswith(b"%PDF")
