"""Phones that play together over data channels, without a server in between."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import TOUCH, Enter
from .device import CHOOSING, TITLES, check_luck, move_in, save_record
from .parlour import Parlour
from .person import THINKING, Person
from .players import play_on, sensible
from .site import Site

pytestmark = pytest.mark.slow
LINK = "Code for the other phone"
FORGET_CALLS = """() => { const kept = JSON.parse(localStorage.getItem('purrlor-together'));
  delete kept.call; localStorage.setItem('purrlor-together', JSON.stringify(kept)) }"""
"""The phone no longer knows how to reach the host without a code."""


def settle_in(person: Person) -> None:
    person.go("/")
    person.page.evaluate("() => localStorage.setItem('purrlor', JSON.stringify({pace: 'quick', cat: 'tabby'}))")


def set_table(host: Person, game: str, seats: int) -> None:
    """A table on the host's device with a seat for every other phone."""
    host.go("/")
    move_in(host)
    host.go("/together")
    host.page.get_by_label("What shall the others call you?").fill(host.name)
    host.page.get_by_label("Game").select_option(game)
    host.page.get_by_label("Players").select_option(str(seats))
    host.button("Set the table").click()
    expect(host.page.get_by_role("heading", name="Phones nearby")).to_be_visible(timeout=THINKING)


def connect(host: Person, guest: Person) -> None:
    """Exchange two links, as cameras or messengers do."""
    host.button("Invite a phone").click()
    offer = host.page.get_by_role("textbox", name=LINK).input_value()
    guest.page.goto("about:blank")
    guest.page.goto(offer)
    answer = guest.page.get_by_role("textbox", name=LINK).input_value()
    host.page.get_by_label("Or paste the link").fill(answer)
    host.button("Connect").click()


def sit(guest: Person) -> None:
    guest.page.get_by_label("What shall the others call you?").fill(guest.name)
    guest.button("Take a seat").click()


def together(enter: Enter, parlour: Parlour | None, game: str, *names: str, url: str = "") -> list[Person]:
    host, *guests = people = [enter(parlour, name, url=url, service_workers="allow", **TOUCH) for name in names]
    set_table(host, game, len(names))
    for guest in guests:
        settle_in(guest)
        connect(host, guest)
        sit(guest)
    for person in people:
        expect(person.page.locator("#board")).to_be_attached(timeout=THINKING)
    return people


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.timeout(900) if game == "meow" else pytest.mark.nightly) for game in TITLES],
)
def test_two_phones_play_a_whole_match(enter: Enter, own_parlour: Parlour, game: str) -> None:
    ann, bob = together(enter, own_parlour, game, "Ann", "Bob")
    play_on([ann, bob], choose=CHOOSING.get(game, sensible))
    record = save_record(bob)
    assert (record.names, len(record.contributions)) == (("Ann", "Bob"), 2)
    check_luck(bob)


def take_turns(people: list[Person]) -> None:
    """Play until the turn has come to each of them and back: what anybody does reaches all the others."""
    for person in [*people, people[0]]:
        play_on(people, until=partial(has_turn, person))


def has_turn(person: Person) -> bool:
    return bool(person.actions())


@pytest.mark.timeout(900)
def test_phones_come_back_by_themselves(enter: Enter, own_parlour: Parlour) -> None:
    ann, bob = together(enter, own_parlour, "yatzy", "Ann", "Bob")
    for gone in (bob, ann, bob):
        gone.page.reload()
        expect(gone.page.locator("#board")).to_be_attached(timeout=THINKING)
        take_turns([ann, bob])


@pytest.mark.timeout(900)
def test_a_guest_comes_back_to_the_same_seat_by_one_code(enter: Enter, own_parlour: Parlour) -> None:
    ann, bob = together(enter, own_parlour, "yatzy", "Ann", "Bob")
    bob.page.evaluate(FORGET_CALLS)
    bob.page.reload()
    expect(bob.page.get_by_text("You were at Ann’s table")).to_be_visible()
    ann.page.get_by_text("More", exact=True).click()
    connect(ann, bob)
    expect(bob.page.locator("#board")).to_be_attached(timeout=THINKING)
    take_turns([ann, bob])


@pytest.mark.nightly
def test_four_phones_play_a_whole_match(enter: Enter, own_parlour: Parlour) -> None:
    people = together(enter, own_parlour, "meow", "Ann", "Bob", "Cleo", "Dan")
    play_on(people)
    assert len(save_record(people[3]).contributions) == 4


@pytest.mark.nightly
def test_static_files_let_friends_play_together(enter: Enter, tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.build()
    site.start()
    try:
        play_on(together(enter, None, "meow", "Ann", "Bob", url=site.url))
    finally:
        site.stop()
