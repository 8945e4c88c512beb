"""Phones that play together over data channels, without a server in between."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from purrlor.table.game_info import game_info
from tests.leaks import leaks

from .conftest import TOUCH, Enter
from .device import CHOOSING, TITLES, check_luck, move_in, open_record, save_record
from .parlour import Parlour
from .person import THINKING
from .phones import exchange_codes, has_turn, heard, joined, settle_in, sit, take_turns, together
from .players import play_on, sensible
from .site import Site

pytestmark = pytest.mark.slow
FORGET_CALLS = """() => { const kept = JSON.parse(localStorage.getItem('purrlor-together'));
  delete kept.call; kept.meeting = ''; localStorage.setItem('purrlor-together', JSON.stringify(kept)) }"""
"""The phone no longer knows how to reach the host without a code."""
CUT = "() => connections.forEach((each) => each.connectionState === 'connected' && each.close())"
SAY = "(part) => channels.findLast((each) => each.readyState === 'open').send(part)"


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


@pytest.mark.timeout(900)
def test_phones_come_back_by_themselves(enter: Enter, own_parlour: Parlour) -> None:
    ann, bob = together(enter, own_parlour, "yatzy", "Ann", "Bob")
    for gone in (bob, ann, bob):
        gone.page.reload()
        expect(gone.page.locator("#board")).to_be_attached(timeout=THINKING)
        take_turns([ann, bob])


@pytest.mark.timeout(900)
def test_a_guest_comes_back_to_the_same_seat_by_one_code(enter: Enter, own_parlour: Parlour) -> None:
    ann, bob = together(enter, own_parlour, "yatzy", "Ann", "Bob", connect=exchange_codes)
    bob.page.evaluate(FORGET_CALLS)
    bob.page.reload()
    expect(bob.page.get_by_text("You were at Ann’s table")).to_be_visible()
    ann.page.get_by_text("More", exact=True).click()
    exchange_codes(ann, bob)
    expect(bob.page.locator("#board")).to_be_attached(timeout=THINKING)
    take_turns([ann, bob])


@pytest.mark.nightly
def test_both_phones_reload_at_once_and_find_each_other_through_the_server(enter: Enter, own_parlour: Parlour) -> None:
    ann, bob = together(enter, own_parlour, "yatzy", "Ann", "Bob")
    for gone in (ann, bob):
        gone.page.goto("about:blank")
    for gone in (ann, bob):
        gone.page.go_back()
    expect(bob.page.locator("#board")).to_be_attached(timeout=THINKING)
    take_turns([ann, bob])


@pytest.mark.nightly
def test_a_connection_that_is_cut_comes_back(enter: Enter, own_parlour: Parlour) -> None:
    ann, bob = together(enter, own_parlour, "yatzy", "Ann", "Bob")
    for cutting in (ann, bob):
        cutting.page.evaluate(CUT)
        take_turns([ann, bob])


@pytest.mark.nightly
@pytest.mark.parametrize(
    "lie", ['.{"type":"nonsense"}', ".not JSON", "+" + 40_000 * "x", '.{"type":"ask","number":"1"}']
)
def test_a_guest_that_sends_nonsense_is_cut_off_and_the_host_goes_on(
    enter: Enter, own_parlour: Parlour, lie: str
) -> None:
    ann, bob = together(enter, own_parlour, "yatzy", "Ann", "Bob")
    bob.page.evaluate(SAY, lie)
    ann.until(lambda: ann.page.evaluate("() => channels.some((each) => each.readyState === 'closed')"))
    take_turns([ann, bob])


@pytest.mark.nightly
def test_a_guest_cannot_act_for_the_host(enter: Enter, own_parlour: Parlour) -> None:
    ann, bob = together(enter, own_parlour, "yatzy", "Ann", "Bob")
    play_on([ann, bob], until=lambda: has_turn(ann))
    line = next(each for each in map(json.loads, joined(bob, "sent")) if each["type"] == "connect")["connection"]
    update = [each for each in heard(bob) if each["type"] == "update"][-1]
    act = {"type": "act", "seat": 0, "version": update["version"], "action": ann.actions()[0], "id": 77}
    bob.page.evaluate(SAY, "." + json.dumps({"type": "send", "connection": line, "text": json.dumps(act)}))
    bob.until(lambda: any(each["type"] == "refused" and each["code"] == "not_your_seat" for each in heard(bob)))
    take_turns([ann, bob])


@pytest.mark.nightly
@pytest.mark.parametrize("game", TITLES)
def test_four_phones_play_a_whole_match_and_guests_get_what_their_seats_may_know(
    enter: Enter, own_parlour: Parlour, game: str
) -> None:
    people = together(enter, own_parlour, game, *("Ann", "Bob", "Cleo", "Dan")[: most_seats(game)])
    play_on(people, choose=CHOOSING.get(game, sensible))
    record = save_record(people[-1])
    assert len(record.contributions) == len(people)
    for seat, guest in enumerate(people[1:], 1):
        assert leaks(record, seat, heard(guest)) == []


def most_seats(game: str) -> int:
    """Return the most players up to four that a game is for."""
    return max(count for count in game_info(game).seats if count <= 4)


@pytest.mark.nightly
def test_a_phone_comes_to_a_match_that_is_played_on(enter: Enter, own_parlour: Parlour) -> None:
    ann, bob = (enter(own_parlour, name, service_workers="allow", **TOUCH) for name in ("Ann", "Bob"))
    ann.go("/")
    move_in(ann)
    own_parlour.stop()
    ann.page.reload()
    open_record(ann, "meow", 12)
    own_parlour.start()
    ann.button("Play on from here").click()
    dialog = ann.page.locator("dialog[open]")
    dialog.get_by_label("Who plays for").first.select_option("open")
    dialog.get_by_role("button", name="Play", exact=True).click()
    expect(ann.page.get_by_role("heading", name="Phones nearby")).to_be_visible(timeout=THINKING)
    settle_in(bob)
    exchange_codes(ann, bob)
    sit(bob)
    play_on([ann, bob])
    assert save_record(bob).taken == 12


@pytest.mark.nightly
def test_static_files_let_friends_play_together(enter: Enter, tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.build()
    site.start()
    try:
        play_on(together(enter, None, "meow", "Ann", "Bob", url=site.url, connect=exchange_codes))
    finally:
        site.stop()
