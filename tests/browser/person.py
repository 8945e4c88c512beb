"""A person with a browser."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, WebSocket, expect

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 60_000
"""Milliseconds: the machine may be busy."""
THINKING = 240_000
"""Milliseconds for a hint, a review, or Python to start in the browser: less than the limit of slow tests, so that the
failure names what is missing."""
EXPECTED = ("WebSocket connection to", "Failed to load resource", "net::ERR_CONNECTION_REFUSED")
"""Messages that a browser logs when a server stops."""
FINISH_ANIMATIONS = """() => {
  const ends = (one) => one.effect.getComputedTiming().endTime !== Infinity;
  const moving = document.getAnimations().filter((one) => one.playState === "running" && ends(one));
  moving.forEach((one) => one.finish());
  return moving.length;
}"""
"""Finishes animations and returns how many were running: a finished animation may start another one."""
expect.set_options(timeout=PATIENCE)


def with_longer_timer(milliseconds: int) -> str:
    """Return a script that makes timers of this length a thousand times as long, however busy the machine is."""
    longer = f"later(act, ms === {milliseconds} ? 1000 * ms : ms, ...more)"
    return f"{{ const later = setTimeout; window.setTimeout = (act, ms, ...more) => {longer} }}"


def is_above(upper: Locator, lower: Locator) -> bool:
    """Return whether both are shown, and the whole of one is above the other."""
    one, other = upper.bounding_box(), lower.bounding_box()
    return one is not None and other is not None and one["y"] + one["height"] <= other["y"]


class Person:
    def __init__(self, context: BrowserContext, url: str, name: str) -> None:
        self.context = context
        self.url = url
        self.name = name
        self.complaints: list[str] = []
        self.updates: list[dict[str, Any]] = []
        """The messages of the tables' sockets, oldest first."""
        self.sockets = 0
        context.set_default_timeout(PATIENCE)
        self.page = self.new_tab()

    def new_tab(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)
        page.on("websocket", self._listen)
        return page

    def _hear(self, message: Any) -> None:
        if message.type == "error" and not message.text.startswith(EXPECTED):
            self.complaints.append(message.text)

    def _listen(self, socket: WebSocket) -> None:
        self.sockets += 1
        socket.on("framereceived", self._keep)

    def _keep(self, frame: str | bytes) -> None:
        message: dict[str, Any] = json.loads(frame)
        if message["type"] == "update":
            self.updates.append(message)

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)

    def ask(self, method: str, path: str, data: Any = None) -> Any:
        """Send a request with this person's cookie."""
        headers = {"Origin": self.url}
        # An idle connection may be closed just when it is used again; only requests that change nothing are repeated.
        retries = 2 if method == "GET" else 0
        request = self.context.request
        return request.fetch(self.url + path, method=method, data=data, headers=headers, max_retries=retries).json()

    def make_table(self, game: str, seats: list[dict[str, str]], **more: Any) -> str:
        """Create a table by a request; return its path."""
        wanted = {"game": game, "name": self.name, "seats": seats, "pace": 1, **more}
        made = self.ask("POST", "/api/tables", wanted)
        return f"/t/{made['id']}#k={made['key']}"

    def join(self, way: str) -> None:
        """Take an open seat by a request, and go there."""
        table, _, key = way.removeprefix("/t/").partition("#k=")
        self.ask("POST", f"/api/tables/{table}/join", {"name": self.name, "key": key})
        self.go(way)

    @property
    def table(self) -> str:
        """Return the id of the table that is shown."""
        return self.page.url.split("/t/")[1].partition("#")[0]

    def actions(self) -> list[str]:
        """Return the actions that the list offers now."""
        buttons = self.page.locator("button[data-action]:enabled")
        return [str(text) for text in buttons.evaluate_all("all => all.map(one => one.dataset.action)")]

    def situation(self) -> tuple[bool, list[str]]:
        """Return whether the match is over and the actions on offer, as seen at the same moment."""
        over, offered = self.page.evaluate(
            "() => [document.querySelector('#result') !== null,"
            " [...document.querySelectorAll('button[data-action]:enabled')].map(one => one.dataset.action)]"
        )
        return bool(over), [str(action) for action in offered]

    def await_turn(self) -> list[str]:
        """Return the possible actions as soon as there are some: in a race they may soon be gone."""
        found = self.page.wait_for_function(
            "() => { const all = [...document.querySelectorAll('button[data-action]:enabled')];"
            " return all.length && all.map(one => one.dataset.action) }"
        )
        return [str(action) for action in found.json_value()]

    def act(self, action: str) -> None:
        """Press a button of the list of actions, if it is still there."""
        self.page.locator(f'button[data-action="{action}"]').evaluate_all("all => all[0]?.click()")

    def record(self, what: Locator, within: str = "") -> Callable[[], list[str]]:
        """Record all text that appears here, or in parts of it, from now on, however soon it disappears."""
        kept = what.evaluate_handle(
            "(one, within) => { const said = [];"
            " const parts = () => within ? [...one.querySelectorAll(within)] : [one];"
            " new MutationObserver(() => said.push(parts().map(part => part.innerText).join(' ')))"
            ".observe(one, {subtree: true, childList: true, characterData: true}); return said }",
            within,
        )
        return lambda: [str(text) for text in kept.json_value()]

    @contextmanager
    def told(self, text: str) -> Generator[None]:
        """Check that this block makes the page show this text in a toast, however soon it disappears."""
        said = self.record(self.page.locator("body"), ".toasts")
        yield
        self.until(lambda: any(text in each for each in said()))

    def until(self, happened: Callable[[], bool]) -> None:
        """Wait for a condition that no locator can express."""
        ends = time.monotonic() + PATIENCE / 1000
        while not happened():
            assert time.monotonic() < ends, self.page.locator("body").inner_text()
            self.page.wait_for_timeout(20)

    def until_none(self, faults: Callable[[], list[str]]) -> None:
        """Wait until there are no faults any more, as soon as everything is laid out."""
        ends = time.monotonic() + PATIENCE / 1000
        while found := faults():
            assert time.monotonic() < ends, found
            self.page.wait_for_timeout(20)

    def await_version(self, after: int) -> None:
        """Wait until the table has sent something later than this version."""
        self.until(lambda: self.updates[-1]["version"] > after)

    def button(self, name: str, *, exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    @property
    def focused(self) -> Locator:
        return self.page.locator(":focus")

    def tab_to(self, wanted: str) -> None:
        """Press Tab until an element that matches this selector has the focus, and check that the focus is visible."""
        for _ in range(80):
            self.page.keyboard.press("Tab")
            if self.focused.count() and self.focused.evaluate("(one, wanted) => one.matches(wanted)", wanted):
                self.sees_focus()
                return
        raise AssertionError(f"Tab never comes to {wanted}")

    def sees_focus(self) -> None:
        style: dict[str, str] = self.focused.evaluate(
            "one => { const {outlineStyle, outlineWidth, boxShadow} = getComputedStyle(one);"
            " return {outlineStyle, outlineWidth, boxShadow} }"
        )
        outlined = style["outlineStyle"] != "none" and style["outlineWidth"] != "0px"
        assert outlined or style["boxShadow"] != "none", self.focused.evaluate("one => one.outerHTML")

    @property
    def is_done(self) -> bool:
        return self.page.locator("#result").count() > 0

    def violations(self) -> list[str]:
        """Return the violations that axe-core finds on the page as it is, at the end of its animations."""
        self.until(lambda: self.page.evaluate(FINISH_ANIMATIONS) == 0)
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found["violations"]]

    def sees(self, text: str) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()
