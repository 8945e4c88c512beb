"""Phones that are hosts and guests of a table without a server, and the messages on their data channels."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from playwright.sync_api import expect

from .conftest import TOUCH, Enter
from .device import move_in
from .parlour import Parlour
from .person import THINKING, Person
from .players import play_on

LINK = "Code for the other phone"
WATCH_CHANNELS = """{
  const Connection = RTCPeerConnection;
  Object.assign(window, {connections: [], channels: [], received: [], sent: []});
  window.RTCPeerConnection = class extends Connection {
    constructor(...settings) { super(...settings); connections.push(this) }
    createDataChannel(...settings) {
      const channel = super.createDataChannel(...settings), send = channel.send.bind(channel);
      channel.addEventListener('message', ({data}) => received.push(data));
      channel.send = (part) => { sent.push(part); send(part) };
      channels.push(channel);
      return channel;
    }
  };
}"""
"""Records every message on this phone's data channels."""
OPTIONS = {"addi-cats": {"most_cards": "25", "pace": "500"}}
"""Options that the page does not offer: a race as usual takes half an hour."""
WITH_OPTIONS = """(options) => {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    if (message.method === 'POST' && message.path === '/api/tables')
      message.body = JSON.stringify({...JSON.parse(message.body), options});
    post.call(this, message, ...more);
  };
}"""


def settle_in(person: Person) -> None:
    person.go("/")
    person.page.evaluate("() => localStorage.setItem('purrlor', JSON.stringify({pace: 'quick', cat: 'tabby'}))")


def set_table(host: Person, game: str, seats: int) -> None:
    """Create a table on the host's device with a seat for every other phone."""
    host.go("/")
    move_in(host)
    host.go("/together")
    host.page.evaluate(WITH_OPTIONS, OPTIONS.get(game, {}))
    host.page.get_by_label("What shall the others call you?").fill(host.name)
    host.page.get_by_label("Game").select_option(game)
    host.page.get_by_label("Players").select_option(str(seats))
    host.button("Set the table").click()
    expect(host.page.get_by_role("heading", name="Phones nearby")).to_be_visible(timeout=THINKING)


def follow_link(host: Person, guest: Person) -> None:
    """Follow the only link that needs the server."""
    link = host.page.get_by_role("textbox", name="Link for the other phones")
    if not link.count():
        host.button("Invite a phone").click()
    guest.page.goto("about:blank")
    guest.page.goto(link.input_value())


def exchange_codes(host: Person, guest: Person) -> None:
    """Exchange two links, as cameras or messengers do."""
    codes, link = host.button("two codes"), host.page.get_by_role("textbox", name=LINK)
    if host.button("Invite a phone").count():
        host.button("Invite a phone").click()
    expect(codes.or_(link)).to_be_visible()
    if codes.count():
        codes.click()
    offer = link.input_value()
    guest.page.goto("about:blank")
    guest.page.goto(offer)
    answer = guest.page.get_by_role("textbox", name=LINK).input_value()
    host.page.get_by_label("Or paste the link").fill(answer)
    host.button("Connect").click()


def sit(guest: Person) -> None:
    guest.page.get_by_label("What shall the others call you?").fill(guest.name)
    guest.button("Take a seat").click()


def together(
    enter: Enter,
    parlour: Parlour | None,
    game: str,
    *names: str,
    url: str = "",
    connect: Callable[[Person, Person], None] = follow_link,
) -> list[Person]:
    host, *guests = people = [enter(parlour, name, url=url, service_workers="allow", **TOUCH) for name in names]
    for person in people:
        person.page.add_init_script(WATCH_CHANNELS)
    set_table(host, game, len(names))
    for guest in guests:
        settle_in(guest)
        connect(host, guest)
        sit(guest)
    for person in people:
        expect(person.page.locator("#board")).to_be_attached(timeout=THINKING)
    return people


def take_turns(people: list[Person]) -> None:
    """Play until each of them has had a turn, and the turn has come back: everybody's acts reach all others."""
    for person in [*people, people[0]]:
        play_on(people, until=partial(has_turn, person))


def has_turn(person: Person) -> bool:
    return bool(person.actions())


def joined(person: Person, kind: str) -> list[str]:
    """Return the messages that this phone's channels received or sent, joined from their parts."""
    parts: list[str] = person.page.evaluate(kind)
    return "".join(part[1:] + ("" if part[0] == "+" else "\n") for part in parts).splitlines()


def heard(person: Person) -> list[dict[str, Any]]:
    """Return the messages of the table that arrived over the channels."""
    return [json.loads(each["text"]) for each in map(json.loads, joined(person, "received")) if each["type"] == "heard"]
