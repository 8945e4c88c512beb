"""A roll, a trick and a completed room on a phone's CPU: long tasks, frames and the response to a tap.

`python -m bench page` plays in Chromium at 390 × 664 on a CPU that is throttled six times, against a server of its own.
`make page` builds what it loads. Under load it measures the load, too.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import json
from playwright.sync_api import Browser, Page, WebSocket, sync_playwright

from harness.chromium import ARGUMENTS, path
from harness.figures import Figure, section
from harness.server import ServerProcess, quiet_port

THROTTLED = 6
LONGEST_TASK, INP = 50, 200
PATIENCE = 120_000
SETTLED = 2_500
"""Milliseconds after an action until its animations have ended."""
SETTINGS = {"pace": "usual", "motion": "lively", "cat": "tabby"}
OBSERVE = """
  window.seen = { tasks: [], taps: [], frames: [] };
  new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map((one) => one.duration)))
    .observe({ type: "longtask" });
  new PerformanceObserver((list) => seen.taps.push(...list.getEntries().map((one) => one.duration)))
    .observe({ type: "event", durationThreshold: 16 });
  let last = 0;
  requestAnimationFrame(function drawn(now) {
    if (last) seen.frames.push(now - last);
    last = now;
    requestAnimationFrame(drawn);
  });
"""
CLEAR = "() => { seen.tasks = []; seen.taps = []; seen.frames = []; }"
Seen = dict[str, list[float]]


class Phone:
    """The web client at a table on a throttled phone, and the kinds of notes that its updates have brought."""

    def __init__(self, browser: Browser, server: ServerProcess, game: str, **wanted: Any) -> None:
        context = browser.new_context(
            viewport={"width": 390, "height": 664}, locale="en-GB", has_touch=True, is_mobile=True
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(f"localStorage.purrlor ??= {json.encode(json.encode(SETTINGS).decode()).decode()}")
        context.add_init_script(OBSERVE)
        self.notes: list[str] = []
        self.page: Page = context.new_page()
        self.page.on("websocket", self._listen)
        table = {"game": game, "name": "Ann", "lesson": "bench", **wanted}
        headers = {"Origin": server.url}
        made = context.request.post(f"{server.url}/api/tables", data=table, headers=headers).json()
        self.page.goto(f"{server.url}/t/{made['id']}#k={made['key']}")
        self.page.locator(".board-room button").first.wait_for()
        self.page.wait_for_timeout(SETTLED)
        session: Any = context.new_cdp_session(self.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLED})

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._keep)

    def _keep(self, frame: str | bytes) -> None:
        message: dict[str, Any] = json.decode(frame)
        if message["type"] == "update":
            self.notes += [each["note"]["kind"] for each in message["notes"]]

    def await_note(self, kind: str) -> None:
        """Wait until a note of this kind has arrived since the notes were cleared, and its animations have ended."""
        while kind not in self.notes:
            self.page.wait_for_timeout(50)
        self.page.wait_for_timeout(SETTLED)

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.tap()


@contextmanager
def watched(phone: Phone, into: list[Seen]) -> Generator[None]:
    """Record the web client's performance in this block."""
    phone.notes.clear()
    phone.page.evaluate(CLEAR)
    yield
    into.append(phone.page.evaluate("() => seen"))


def roll(browser: Browser, server: ServerProcess) -> list[Seen]:
    """Play the first roll of a match of Yatzy against a bot, and the bot's whole turn after it."""
    found: list[Seen] = []
    seats = [{"kind": "person"}, {"kind": "bot", "level": "tabby"}]
    phone = Phone(browser, server, "yatzy", seats=seats, options={"first": "1"})
    with watched(phone, found):
        phone.tap(".roll")
        phone.await_note("rolls")
    phone.tap(".box.open")
    with watched(phone, found):
        phone.await_note("scores")
    return found


def trick(browser: Browser, server: ServerProcess) -> list[Seen]:
    """Play a trick of MEOW with three bots, from the leading card until its token has arrived."""
    found: list[Seen] = []
    seats = [{"kind": "person"}, *({"kind": "bot", "level": each} for each in ("kitten", "tabby", "kitten"))]
    phone = Phone(browser, server, "meow", seats=seats, options={"first": "1"})
    with watched(phone, found):
        for _ in range(2):  # the first tap lifts the card
            phone.tap(".hand button.legal")
        phone.await_note("wins_trick")
    return found


WRITING = (
    ".board-room:has(.die[aria-pressed=true]) .cell.open",
    ".tray .die[aria-pressed=false]",
    ".board-room :is(.guide, .loss) .button:enabled",
    ".guide .symbol",
    ".done:enabled",
)
"""The elements to tap in a turn of House of Cats: the first of these that exists."""


def room(browser: Browser, server: ServerProcess) -> list[Seen]:
    """Tap in House of Cats until a room is completed: each die goes into the first space that takes it."""
    found: list[Seen] = []
    phone = Phone(browser, server, "house-of-cats", seats=[{"kind": "person"}], options={"level": "1"})
    while "completes_room" not in phone.notes:
        way = next(each for each in WRITING if phone.page.locator(each).count())
        with watched(phone, found):
            phone.tap(way)
            phone.page.wait_for_timeout(SETTLED)
    return found


def figures(what: str, found: list[Seen]) -> list[Figure]:
    tasks = max((each for seen in found for each in seen["tasks"]), default=0.0)
    taps = [each for seen in found for each in seen["taps"]]
    frames = sorted(each for seen in found for each in seen["frames"])
    return [
        Figure(f"{what}: longest task", tasks, "ms", LONGEST_TASK),
        *([Figure(f"{what}: slowest answer to a tap (INP)", max(taps), "ms", INP)] if taps else []),
        Figure(f"{what}: time between frames, median", frames[len(frames) // 2], "ms", 1000 / 60 + 1),
        Figure(f"{what}: time between frames, 99th of 100", frames[len(frames) * 99 // 100], "ms"),
    ]


def main() -> None:
    scenes: dict[str, Callable[[Browser, ServerProcess], list[Seen]]] = {"roll": roll, "trick": trick, "room": room}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(Path(folder), quiet_port())
        server.start()
        browser = playwright.chromium.launch(executable_path=path(), args=ARGUMENTS)
        try:
            for what, play in scenes.items():
                section(f"{what}, CPU throttled {THROTTLED} times", *figures(what, play(browser, server)))
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
