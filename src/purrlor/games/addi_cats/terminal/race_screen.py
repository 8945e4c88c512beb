"""Connect a race to the terminal: keys in, frames out, and the match around it.

Pictures are drawn and records written in other threads, so that a key is never kept waiting for its time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from prompt_toolkit.input import create_input
from prompt_toolkit.input.base import Input
from prompt_toolkit.keys import Keys
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.live import Live
from rich.text import Text

from purrlor.games.addi_cats import AddiCats
from purrlor.kit.speech import say, story
from purrlor.terminal.screen import Screen
from purrlor.terminal.session import TextSession
from purrlor.words import refusal

from .drawing import Drawing
from .race import KEYS, MOST_LINES, KeyboardRace, RaceFrame, RaceStage
from .review import keep_answers

SAVE_EVERY = 10
"""Seconds from one time that the record is written to the next."""
NAMES = {Keys.ControlM: "enter", Keys.ControlJ: "enter", Keys.ControlC: "c-c", Keys.ControlD: "c-d"}
COUNTING = 0.1
"""Seconds from one look at the clock to the next."""
HEARD = 3
"""Number of last sentences that are repeated when the race is over."""


class RaceSession(TextSession):
    """A match in real time. People play on a drawn screen only; among bots alone, time is simulated."""

    def run(self) -> None:
        self._check()
        self._publish_commitment()
        self._prepare_bots()
        sources = {seat: Random(f"{self.secret!r} {seat}") for seat in self._bots}
        if not self.people:
            self._simulate(sources)
            return
        race = KeyboardRace(self.match, self.names, self._bots, sources, time.monotonic)
        assert isinstance(self.stage, Screen)
        asyncio.run(self._show(race, self.stage))
        self._heard[self.viewer] = max(0, len(self.match.log) - HEARD)
        if race.stage is RaceStage.OVER:
            self._finish()
        else:
            self._leave()

    def _leave(self) -> None:
        super()._leave()
        for line in keep_answers(self.record):
            self.stage.answer(line)

    def _check(self) -> None:
        if len(self.people) > len(KEYS):
            raise refusal("terminal.addi-cats.race.too_many", most=len(KEYS))
        if self.people and not isinstance(self.stage, Screen):
            raise refusal("terminal.addi-cats.race.needs_screen")

    def _simulate(self, sources: dict[Any, Random]) -> None:
        """Play without people: the clock jumps from event to event."""
        now = 0.0
        race = KeyboardRace(self.match, self.names, self._bots, sources, lambda: now)
        race.press(" ")
        while not race.done:
            now += race.wake_in() or 0.0
            race.tick()
        self.stage.tell(story(self.match, self.names, None))
        self._heard[self.viewer] = len(self.match.log)
        self._finish()

    async def _show(self, race: KeyboardRace, screen: Screen) -> None:
        pressed = asyncio.Event()
        keyboard = create_input()

        def arrived() -> None:
            for key in keys_from(keyboard):
                race.press(key)
            pressed.set()

        with (
            Live(console=screen.console, screen=True, auto_refresh=False, transient=True) as live,
            keyboard.raw_mode(),
            keyboard.attach(arrived),
        ):
            saving = asyncio.create_task(self._keep_saving())
            try:
                await self._draw_until_done(race, live, pressed)
            finally:
                saving.cancel()

    async def _draw_until_done(self, race: KeyboardRace, live: Live, pressed: asyncio.Event) -> None:
        last: RaceFrame | None = None
        while not race.done:
            race.tick()
            frame = race.frame()
            if frame != last:
                await asyncio.to_thread(live.update, drawn(frame), refresh=True)
                last = frame
            await _until(pressed, race.wake_in())

    async def _keep_saving(self) -> None:
        while self.keeper.file is not None:
            await asyncio.sleep(SAVE_EVERY)
            await asyncio.to_thread(self.keeper.save)


def session(rules: AddiCats) -> type[RaceSession] | None:
    """Return the session of a race if a clock runs."""
    return RaceSession if rules.timed else None


async def _until(pressed: asyncio.Event, seconds: float | None) -> None:
    """Wait for a key, or for the next thing that is due; not longer than a glance at the clock."""
    try:
        await asyncio.wait_for(pressed.wait(), COUNTING if seconds is None else min(seconds, COUNTING))
    except TimeoutError:
        return
    pressed.clear()


def keys_from(keyboard: Input) -> Iterator[str]:
    for press in keyboard.read_keys():
        yield NAMES.get(press.key, press.key) if isinstance(press.key, Keys) else press.key


def drawn(frame: RaceFrame) -> RenderableType:
    """Draw the table, and below it the messages, always in the same line."""
    table = Drawing(frame.view, frame.names, frame.below, frame.ghosts, frame.status)
    keys = Text(f" {say('terminal.addi-cats.race.help')}", style="dim")
    return Group(table, Text(""), Below(frame.lines), keys)


@dataclass(frozen=True)
class Below:
    """The latest messages, in as many lines as there is room for."""

    lines: Sequence[Text]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        wrapped = [row for line in self.lines for row in line.wrap(console, options.max_width - 2)]
        shown = [*wrapped[-MOST_LINES:], *([Text("")] * MOST_LINES)]
        yield from (Text(" ") + line for line in shown[:MOST_LINES])
