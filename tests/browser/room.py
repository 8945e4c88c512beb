"""A large screen that shows a table to everybody in the room, and phones that show the hands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from playwright.sync_api import WebSocket, expect

from .person import Person
from .players import sensible

TELEVISION = {"width": 1920, "height": 1080}
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")


class Room:
    def __init__(self, screen: Person, phones: Sequence[Person]) -> None:
        self.screen = screen
        self.phones = phones
        self.frames: list[str] = []
        """All that was sent to the screen."""
        self.seen: list[dict[str, Any]] = []
        """The updates among it."""
        screen.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        assert socket.url.endswith("/socket?screen")
        socket.on("framereceived", self._keep)

    def _keep(self, frame: str | bytes) -> None:
        assert isinstance(frame, str)
        self.frames.append(frame)
        message = json.loads(frame)
        if message["type"] == "update":
            self.seen.append(message)

    @property
    def table(self) -> str:
        return self.screen.page.url.split("/screen/")[1].partition("#")[0]

    def choose(self, title: str) -> str:
        """Open a table for this game on the screen; return the code that it shows."""
        self.screen.go("/screen")
        self.screen.button(title).click()
        return self.code()

    def open(self, game: str, seats: int = 0, **options: str) -> str:
        """Open a table with these options, with a seat for each phone unless another number is given."""
        wanted = [{"kind": "open"}] * (seats or len(self.phones))
        way = self.screen.make_table(game, wanted, screen=True, options=options)
        self.screen.go(way.replace("/t/", "/screen/"))
        return self.code()

    def code(self) -> str:
        code = self.screen.page.locator(".code")
        expect(code).to_have_text(re.compile("^[A-Z]{5}$"))
        return code.inner_text()

    def come(self, code: str) -> None:
        """Let everybody join with their phone as if they had scanned the code; the first one types it."""
        for phone in self.phones:
            phone.go("/join" if phone is self.phones[0] else f"/join/{code}")
            if phone is self.phones[0]:
                phone.page.get_by_role("textbox").fill(code.lower())
                phone.page.keyboard.press("Enter")
            phone.page.locator("input[autocomplete=nickname]").fill(phone.name)
            phone.page.keyboard.press("Enter")
            expect(self.screen.page.get_by_text(phone.name, exact=True).first).to_be_visible()

    def play(self, choose: Callable[..., str] = sensible, until: Callable[[], bool] | None = None) -> None:
        """Let everybody act with the buttons of their page until the screen shows the end, or `until` is true."""
        chance = Random("room")
        finished = until or (lambda: bool(self.seen) and bool(self.seen[-1]["over"]))
        while not finished():
            for phone in self.phones:
                legal: list[Any] = phone.updates[-1]["legal"] if phone.updates else []
                if legal and (action := choose(legal, chance)):
                    phone.act(action)
            self.screen.page.wait_for_timeout(20)


def differing(room: Room) -> set[str]:
    """Return the parts of the picture that differ between the screen and some phone at the same point of the match."""
    screen = {update["version"]: update["view"] for update in room.seen}
    found: set[str] = set()
    for phone in room.phones:
        for update in phone.updates:
            shown = screen.get(update["version"], update["view"])
            found |= {part for part, value in update["view"].items() if shown.get(part) != value}
    return found


def leaks(room: Room) -> list[str]:
    """Return what the screen received that a spectator may not know; call it after the match.

    Parts of the picture that differ between viewers are somebody's own: on the screen they must say nothing, so they
    never change there. And what the server shows to spectators afterwards is all that the screen was ever sent.
    """
    found = [f"seat {update['seat']}" for update in room.seen if update["seat"] is not None or update["legal"]]
    for part in differing(room):
        values = {json.dumps(update["view"].get(part)) for update in room.seen if not update["over"]}
        found += [f"{part}: {sorted(values)[:3]}"] if len(values) > 1 else []
    steps = room.screen.ask("GET", f"/api/tables/{room.table}/replay")["steps"]
    for update in room.seen:
        known = [step["view"] for step in steps if step["number"] == update["events"]]
        found += [] if update["view"] in known else [f"version {update['version']} is no spectator's"]
    tables = [json.loads(frame) for frame in room.frames if '"type":"table"' in frame]
    found += ["a seed before the end" for table in tables if table["status"] != "over" and table["seed"]]
    found += ["a key" for table in tables if table["next_key"]]
    return found


def known_too_early(room: Room, card: str) -> list[str]:
    """Return cards of hands that a frame named before they were played; `card` is the pattern of a card's name."""
    early: list[str] = []
    hands: dict[int, set[str]] = {}
    for phone in room.phones:
        for update in phone.updates:
            hands.setdefault(update["version"], set()).update(each["card"] for each in update["view"]["hand"])
    for update in room.seen:
        named = set(re.findall(f'"({card})"', json.dumps(update)))
        early += [f"{each} at version {update['version']}" for each in named & hands.get(update["version"], set())]
    assert len(hands) > 10
    return early


SMALL = """least => [...document.querySelectorAll("button, a, input, select, summary, [role=button]")]
  .filter((one) => one.checkVisibility({ checkVisibilityCSS: true }) && !one.closest(".skip, .unseen, .toasts"))
  .filter((one) => !one.matches(".skip") && !one.disabled && one.getAttribute("aria-disabled") !== "true")
  .map((one) => [one.getBoundingClientRect(), one])
  .filter(([box]) => box.width && box.height && (box.width < least || box.height < least))
  .map(([box, one]) => `${Math.round(box.width)}x${Math.round(box.height)} ${one.outerHTML.slice(0, 160)}`)"""


TWENTY_MILLIMETRES = 20 / 25.4 * 96
"""CSS counts 96 px to an inch."""


COVERED = """least => [...document.querySelectorAll('.hand button[aria-disabled="false"]')].flatMap((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const touched = (x, y) => one.contains(document.elementFromPoint(x, y));
  const free = [...Array(least).keys()].every((far) => touched(left + width / 2, top + far + 1));
  const wide = touched(left + 2, top + height / 4) && touched(left + width - 2, top + height / 4);
  return free && wide ? [] : [one.innerText];
})"""
"""Cards of which less can be touched: another one lies on them, or they are off the screen."""


TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}


def too_small(person: Person) -> list[str]:
    return [str(each) for each in person.page.evaluate(SMALL, TWENTY_MILLIMETRES - 0.5)]


def await_large_targets(*people: Person) -> None:
    """Wait until everything that can be tapped has twenty millimetres, as soon as it is laid out."""
    for one in people:
        one.until_none(lambda: too_small(one))  # noqa: B023


def lay_card(one: Person, chance: Random) -> bool:
    """Tap one of the playable cards, if there is one."""
    cards = one.page.locator(".hand button.legal:not([aria-disabled=true])")
    if not (count := cards.count()):
        return False
    await_large_targets(one)
    one.until_none(lambda: list(one.page.evaluate(COVERED, round(TWENTY_MILLIMETRES))))
    cards.nth(chance.randrange(count)).tap()
    return True


def write_on_sheet(one: Person, chance: Random) -> bool:
    """Tap the tick, a highlighted space, or something to take up, whichever exists."""
    for wanted in (".things .main", ".cell.open:not(.faint)", "button.thing[aria-pressed=false]", ".things .button"):
        found = one.page.locator(f"{wanted}:enabled")
        if count := found.count():
            await_large_targets(one)
            found.nth(chance.randrange(count)).tap()
            return True
    return False
