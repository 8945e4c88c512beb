"""A person at a table, in any browser."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

from .window import PATIENCE, Window

MATCH = 1200.0
"""Seconds: a match takes seconds; the machine may be busy."""

ASK = """async (method, path, body) => {
  const headers = {'Content-Type': 'application/json'};
  const answer = await fetch(path, {method, headers, body: JSON.stringify(body)});
  return answer.headers.get('Content-Type')?.includes('json') ? answer.json() : null;
}"""
ACTIONS = "() => [...document.querySelectorAll('button[data-action]:enabled')].map(one => one.dataset.action)"
ACT = 'action => document.querySelector(`button[data-action="${action}"]:enabled`)?.click()'
LISTEN = """() => {
  window.troubles ??= [];
  addEventListener('error', event => window.troubles.push(event.message));
  addEventListener('unhandledrejection', event => window.troubles.push(String(event.reason)));
}"""
# Where the middle of an element is, once it stays there; null: it is gone.
CENTRE = """async selector => {
  for (let before = ''; ;) {
    const one = document.querySelector(selector);
    if (!one) return null;
    one.scrollIntoView({block: 'nearest'});
    const {left, top, width, height} = one.getBoundingClientRect();
    const centre = [left + width / 2, top + height / 2];
    if (before === String(centre)) return centre;
    before = String(centre);
    await new Promise(done => setTimeout(done, 50));
  }
}"""


class Player:
    def __init__(self, window: Window, url: str) -> None:
        self.window = window
        self.url = url
        window.go(url)

    def ask(self, method: str, path: str, body: Any) -> Any:
        return self.window.run(ASK, method, path, body)

    def sit_down(self, game: str, bots: list[str], **options: str) -> str:
        """Create a table with bots and dice and deals that are always the same; return its path."""
        seats = [{"kind": "person"}, *({"kind": "bot", "level": level} for level in bots)]
        wanted = {"game": game, "name": "Ann", "seats": seats, "pace": 1, "lesson": "engines", "options": options}
        made = self.ask("POST", "/api/tables", wanted)
        way = f"/t/{made['id']}#k={made['key']}"
        self.enter(way)
        return way

    def enter(self, way: str) -> None:
        self.window.go(self.url + way)
        self.window.run(LISTEN)
        self.until(lambda: self.sees(".board-room"))

    def be(self, other: Player) -> None:
        """Become the same person as somebody else: both see the same table from the same seat."""
        taken = self.ask("POST", "/api/transfer/take", {"word": other.ask("POST", "/api/transfer", {})["word"]})
        if taken["ticket"]:
            self.ask("POST", "/api/passkeys/enter/choice", {"ticket": taken["ticket"], "bring": False})

    def until(self, what: Callable[[], object], seconds: float = PATIENCE) -> None:
        ends = time.monotonic() + seconds
        while not what():
            assert time.monotonic() < ends, self.window.run("() => document.body.innerText")
            time.sleep(0.02)

    def sees(self, selector: str) -> bool:
        return bool(self.window.run("selector => document.querySelector(selector) !== null", selector))

    @property
    def can_act(self) -> bool:
        return bool(self.actions())

    @property
    def is_done(self) -> bool:
        return self.sees("#result")

    @property
    def troubles(self) -> list[str]:
        """Return the page's errors that nothing caught."""
        return list(self.window.run("() => window.troubles"))

    @property
    def board(self) -> str:
        """Return the text on the board."""
        return str(self.window.run("() => document.querySelector('.board-room').textContent.replace(/\\s+/g, ' ')"))

    def actions(self) -> list[str]:
        return [str(action) for action in self.window.run(ACTIONS)]

    def act(self, action: str) -> None:
        self.window.run(ACT, action)

    def press(self, selector: str) -> None:
        """Press where the middle of this element is: what lies over it gets the press, as with a finger."""
        ends = time.monotonic() + PATIENCE
        while (centre := self.window.run(CENTRE, selector)) is None:
            assert time.monotonic() < ends, self.board
            time.sleep(0.02)
        self.window.press(*centre)

    def play(self, moves: int | None = None) -> int:
        """Make any sensible moves, this many or until the match is over; return their number."""
        chance, made, ends = Random("engines"), 0, time.monotonic() + MATCH
        while made != moves and not self.is_done:
            assert time.monotonic() < ends, self.board
            actions = [action for action in self.actions() if action != "back"]
            if actions:
                scores = [action for action in actions if action.startswith(("score", "done", "turn"))]
                self.act(chance.choice(scores or actions))
                made += 1
            time.sleep(0.03)
        return made
