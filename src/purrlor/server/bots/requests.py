"""Send the tables' requests for bot moves and hints to the worker processes, and apply the answers."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from purrlor.table.bots import hint_of
from purrlor.table.effects import BotRequest, Effects
from purrlor.table.refusals import RequestRefused, refused

from ..live.registry import LiveTable
from ..metrics import Metrics
from ..tasks import CALLER, MOST_WAITING, FairQueue
from .workers import Thinkers

log = logging.getLogger("purrlor.server")
MOST_QUESTIONS = 100
"""Number of moves and hints that one address may wait for before its hints and new tables with bots are refused.

Bots of running matches still take turns.
"""


class Bots:
    """The requests of all tables. `run` carries out the effects of an answer at its table."""

    def __init__(
        self,
        run: Callable[[LiveTable, Effects], None],
        now: Callable[[], int],
        thinkers: Thinkers,
        metrics: Metrics,
    ) -> None:
        self.run = run
        self.now = now
        self.thinkers = thinkers
        self.metrics = metrics
        self.queue = FairQueue(thinkers.slots)
        """Moves and hints, shared between addresses and then between the tables of each."""

    def refusal(self, share: str) -> RequestRefused | None:
        """Return why this address may not ask for more now; None if it may."""
        if self.queue.pending[share, False] > MOST_QUESTIONS:
            return refused("queue_full")
        return refused("too_busy") if len(self.queue) > MOST_WAITING else None

    async def think(self, live: LiveTable, ask: BotRequest) -> None:
        """Request a move or hint from a worker and apply the answer to the table."""
        with self.metrics.thinking.track_inprogress():
            if ask.hint is not None:
                self.run(live, live.table.hint_found(ask, await self._hint(live, ask), self.now()))
                return
            anything = (str(ask.legal[0]), 0)
            action, delay = await self._answer(live, ask, self.thinkers.choose, anything)
        self.run(live, live.table.bot_chose(ask, action, delay, self.now()))

    async def _hint(self, live: LiveTable, ask: BotRequest) -> Any:
        if (refusal := self.refusal(CALLER.get().share)) is not None:
            return refusal
        found = await self._answer(live, ask, self.thinkers.advise, None)
        if found is None:
            return None
        return hint_of(ask, found)

    async def _answer(
        self, live: LiveTable, ask: BotRequest, work: Callable[..., Awaitable[Any]], otherwise: Any
    ) -> Any:
        """Return the worker's answer, or `otherwise` if the request is out of date or the bot fails.

        A failure is logged and counted as an error of the server, and the match goes on.
        """
        setup = live.table.setup

        async def think() -> Any:
            if live.gone or not live.table.is_open(ask):
                return otherwise  # the request is out of date, so any answer to it would be as well
            return await work(setup.game, tuple(setup.options.items()), ask)

        try:
            kind, urgent = (setup.game, ask.level, ask.hint is None), ask.hint is None
            return await self.queue.run(CALLER.get().share, kind, think, part=live.id, urgent=urgent)
        except Exception:
            self.metrics.errors.inc()
            log.exception("a bot failed")
            return otherwise
