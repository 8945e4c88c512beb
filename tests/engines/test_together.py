"""Phones with different browsers that play together: the host in Chromium, the guest in Firefox or WebKit."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import TOUCH, USUAL
from tests.browser.parlour import Parlour
from tests.browser.person import PATIENCE, THINKING, Person
from tests.browser.phones import LINK, set_table
from tests.browser.players import sensible

from .pair import SCREENS
from .player import MATCH, Player
from .window import Window

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
FILL = """(selector, text) => {
  const field = document.querySelector(selector);
  field.value = text;
  field.dispatchEvent(new Event('input', {bubbles: true}));
}"""
CLICK = """text => {
  const button = [...document.querySelectorAll('button:enabled')].find((one) => one.innerText.includes(text));
  button?.click();
  return button !== undefined;
}"""
CHOOSE = """(selector, value) => {
  const field = document.querySelector(selector);
  field.value = value;
  field.dispatchEvent(new Event('change', {bubbles: true}));
}"""
MOVED_IN = "() => JSON.parse(localStorage.getItem('purrlor') ?? '{}').device ?? ''"
VALUE = "selector => document.querySelector(selector).value"


@pytest.fixture
def host(parlour: Parlour, chromium_browser: Browser) -> Iterator[Person]:
    settings: dict[str, Any] = {**USUAL, **TOUCH, "service_workers": "allow"}
    context = chromium_browser.new_context(**settings)
    person = Person(context, parlour.url, "Ann")
    yield person
    context.close()
    assert person.complaints == []


@pytest.fixture
def guest(parlour: Parlour, window: Window) -> Player:
    window.resize(*SCREENS["phone"])
    player = Player(window, parlour.url)
    if window.run("() => typeof RTCPeerConnection") == "undefined":
        pytest.skip("this browser was built without WebRTC")
    return player


def follow_link(host: Person, guest: Player) -> None:
    host.button("Invite a phone").click()
    guest.window.go(host.page.get_by_role("textbox", name="Link for the other phones").input_value())


def exchange_codes(host: Person, guest: Player) -> None:
    host.button("Invite a phone").click()
    host.button("two codes").click()
    guest.window.go(host.page.get_by_role("textbox", name=LINK).input_value())
    answer = f'input[aria-label="{LINK}"]'
    guest.until(lambda: guest.sees(answer))
    host.page.get_by_label("Or paste the link").fill(guest.window.run(VALUE, answer))
    host.button("Connect").click()


def sit(guest: Player) -> None:
    guest.until(lambda: guest.sees("form input[type=text]"))
    guest.window.run(FILL, "form input[type=text]", "Bob")
    guest.press("form button.main")
    guest.until(lambda: guest.sees(".board-room"), THINKING / 1000)


def take_turns(host: Person, guest: Player, until: Callable[[], bool]) -> None:
    chance, ends = Random("phones"), time.monotonic() + MATCH
    while not until():
        assert time.monotonic() < ends, guest.board
        for person in (host, guest):
            actions = person.actions()
            if actions:
                person.act(sensible(actions, chance))
        host.page.wait_for_timeout(30)


@pytest.mark.parametrize("connect", [follow_link, exchange_codes])
def test_a_guest_with_another_browser_plays_a_whole_match(
    host: Person, guest: Player, connect: Callable[[Person, Player], None]
) -> None:
    set_table(host, "yatzy", 2)
    connect(host, guest)
    sit(guest)
    expect(host.page.locator("#board")).to_be_attached(timeout=PATIENCE)
    take_turns(host, guest, lambda: len(guest.actions()) > 0)
    guest.window.run("() => location.reload()")
    guest.until(lambda: guest.sees(".board-room"), THINKING / 1000)
    take_turns(host, guest, lambda: host.is_done and guest.is_done)


def click(player: Player, text: str) -> None:
    """Click the button with this text as soon as there is one."""
    player.until(lambda: player.window.run(CLICK, text), THINKING / 1000)


def test_another_browser_hosts_a_whole_match(guest: Player, host: Person) -> None:
    """The roles are exchanged: the games run in the other browser."""
    other, chromium = guest, host
    click(other, "Play offline")
    click(other, "Download (")
    other.until(lambda: other.window.run(MOVED_IN), THINKING / 1000)
    other.window.go(other.url + "/together")
    form = "form[aria-labelledby=host]"
    other.until(lambda: other.sees(f"{form} select"))
    other.window.run(FILL, f"{form} input", "Bob")
    other.window.run(CHOOSE, f"{form} select", "yatzy")
    click(other, "Set the table")
    click(other, "Invite a phone")
    link = 'input[aria-label="Link for the other phones"]'
    other.until(lambda: other.sees(link), THINKING / 1000)
    chromium.page.goto(other.window.run(VALUE, link))
    chromium.page.get_by_label("What shall the others call you?").fill("Ann")
    chromium.button("Take a seat").click()
    expect(chromium.page.locator("#board")).to_be_attached(timeout=THINKING)
    take_turns(chromium, other, lambda: chromium.is_done and other.is_done)
