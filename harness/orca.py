"""Record what the screen reader Orca says during a whole match of each game.

Needs a running server and, on Debian, the packages orca, speech-dispatcher, openbox, xdotool, xvfb and dbus:

    purrlor serve --local --port 8721 &
    xvfb-run -a dbus-run-session -- .venv/bin/python -m harness.orca http://127.0.0.1:8721 docs/play/by-ear

The keys go to Chromium, and the button that is pressed gets the focus first, as somebody would bring it there with Tab.
Orca's speech is taken from its log, so no sound card is needed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from . import chromium

DUMMY_SPEECH = 'AudioOutputMethod "libao"\nAddModule "dummy" "sd_dummy" ""\nDefaultModule dummy\n'
"""Without a sound card, any other module of Speech Dispatcher makes Orca wait forever."""
CHROMIUM = ["--no-sandbox", "--disable-gpu", "--force-renderer-accessibility"]
PERSON = {"kind": "person"}
ADDING = {"kind": "bot", "level": "ten-year-old"}
MATCHES: dict[str, tuple[list[dict[str, str]], dict[str, str]]] = {
    "house-of-cats": ([PERSON], {"level": "1", "sheet": "1:..:1:..../...."}),
    "addi-cats": ([PERSON, ADDING, ADDING], {"timed": "false", "numbers_up_to": "5", "most_cards": "12"}),
    "yatzy": ([PERSON], {}),
    "meow": ([PERSON, {"kind": "bot", "level": "uniform"}], {}),
}
"""Seats and options of short matches."""
ORDER = ("score", "turn", "pass", "done", "room", "write", "place", "cat", "play", "roll")
"""What is pressed first of what can be done."""
ACTIONS = "[...document.querySelectorAll('button[data-action]:enabled')].map(each => each.dataset.action)"
PATIENCE = 600
"""Seconds for a match."""


class Orca:
    """Orca in this session, and what it has said so far."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "orca.log"
        settings = folder / ".config" / "speech-dispatcher"
        settings.mkdir(parents=True)
        (settings / "speechd.conf").write_text(DUMMY_SPEECH, encoding="utf-8")
        (folder / "run").mkdir(mode=0o700)
        surroundings = {**os.environ, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder / "run")}
        programs = [
            ["openbox"],
            ["/usr/libexec/at-spi-bus-launcher", "--launch-immediately", "--a11y=1", "--screen-reader=1"],
            ["orca", "--disable=braille", f"--debug-file={self.log}"],
        ]
        self.running: list[subprocess.Popen[bytes]] = []
        for program in programs:
            self.running.append(subprocess.Popen(program, env=surroundings, stderr=subprocess.DEVNULL))
            time.sleep(2)

    def said(self) -> list[str]:
        text = self.log.read_text(encoding="utf-8", errors="replace")
        return re.findall(r"SPEECH OUTPUT: '(.*)'[\[{]", text)

    def hear(self, before: int, most: float = 6.0) -> list[str]:
        """Wait until it has said something after `before` sentences, and has stopped."""
        ends, last = time.monotonic() + most, before
        while time.monotonic() < ends:
            now = len(self.said())
            if now == last > before:
                break
            last = now
            time.sleep(0.4)
        return self.said()[before:]

    def stop(self) -> None:
        for each in self.running:
            each.kill()


def choose(actions: list[str]) -> str:
    """Return the action that brings the match to its end."""

    def rank(action: str) -> int:
        verb = action.split(maxsplit=1)[0]
        return ORDER.index(verb) if verb in ORDER else len(ORDER)

    return min(actions, key=rank)


def play(orca: Orca, page: Page, game: str, url: str) -> list[str]:
    """Play a match with the questions and the list of moves; return what was pressed and heard."""
    seats, options = MATCHES[game]
    wanted: dict[str, Any] = {"game": game, "name": "Ann", "seats": seats, "pace": 1, "options": options}
    made = page.request.post(f"{url}/api/tables", data=wanted, headers={"Origin": url}).json()
    page.goto(f"{url}/t/{made['id']}#k={made['key']}")
    page.bring_to_front()
    find = ["xdotool", "search", "--onlyvisible", "--class", "chrom", "windowactivate", "--sync", "windowfocus"]
    subprocess.run(find, check=True)
    page.locator("summary", has_text="Possible moves as a list").focus()
    page.keyboard.press("Enter")
    heard = len(orca.said())
    transcript = orca.hear(heard)

    def press(line: str, key: str) -> None:
        before = len(orca.said())
        transcript.append(line)
        page.keyboard.press(key)
        transcript.extend(orca.hear(before))

    ends = time.monotonic() + PATIENCE
    while page.locator("#result").count() == 0:
        assert time.monotonic() < ends, f"{game} does not end"
        if not page.evaluate(ACTIONS):
            page.wait_for_timeout(200)
            continue
        press("? moves", "a")
        actions = page.evaluate(ACTIONS)
        if actions:
            action = choose(actions)
            page.locator(f'button[data-action="{action}"]').last.focus()
            press(f"> {action}", "Enter")
    press("? scores", "s")
    return transcript


def record(url: str, folder: Path, games: list[str]) -> None:
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        orca = Orca(Path(home))
        browser = playwright.chromium.launch(executable_path=chromium.path(), headless=False, args=CHROMIUM)
        page = browser.new_context(no_viewport=True, locale="en-GB").new_page()
        try:
            for game in games or MATCHES:
                transcript = play(orca, page, game, url)
                text = "".join(f"{line}\n" for line in transcript)
                (folder / f"orca-{game}.txt").write_text(text, encoding="utf-8")
        finally:
            orca.stop()


if __name__ == "__main__":
    record(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
