"""A player who remembers what was sent and what was acknowledged, over any number of connections."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.server.parlour import Chair, Message
from tests.server.players import Player

PAUSE = 0.05
"""Seconds before somebody who was disconnected comes back."""


@dataclass
class Witness(Player):
    think: float = 0.0
    """Seconds before an act, on average."""
    takes_turns: bool = True
    """Whether nobody else can change the match while this player is expected to act."""
    acknowledged: set[int] = field(default_factory=set[int])
    pending: int = 0
    visits: int = 0
    chair: Chair | None = None
    enough: bool = False

    async def play_on(self, address: str) -> None:
        """Play to the end of the match, or until the test stops, however often the connection ends."""
        while not (self.over or self.enough):
            self.visits += 1
            await self.play(address)
            await asyncio.sleep(PAUSE)

    async def stop(self) -> None:
        self.enough = True
        if self.chair is not None:
            await self.chair.leave()

    async def _play(self, chair: Chair) -> None:
        self.chair = chair
        if not self.enough:
            await super()._play(chair)

    async def _act(self, chair: Chair, update: Message) -> None:
        if self.think:
            await asyncio.sleep(self.random.expovariate(1 / self.think))
        await super()._act(chair, update)
        self.pending = len(self.sent)

    def _note(self, message: Message) -> None:
        super()._note(message)
        if message["type"] == "refused" and message["id"] == self.pending:
            self.pending = 0
        elif message["type"] == "update" and self.pending and message["version"] > self.version:
            if self.takes_turns:
                self.acknowledged.add(self.pending)
            self.pending = 0

    def _compare(self, latest: Message) -> None:
        super()._compare(latest)
        self.pending = 0

    def agrees_with(self, kept: list[str]) -> bool:
        """Whether these acts were kept in the order in which they were sent, each acknowledged one exactly once, none
        that was refused, and others, which nobody answered, at most once."""
        return len(kept) in self._reached(kept)

    def _reached(self, kept: list[str]) -> set[int]:
        """How many of the kept acts may be explained by all that were sent."""
        reached = {0}
        for number, action in self.sent:
            if number in self.refused:
                continue
            further = {count + 1 for count in reached if kept[count : count + 1] == [action]}
            reached = further if number in self.acknowledged else reached | further
        return reached


def total_sent(players: Iterable[Witness]) -> int:
    return sum(len(player.sent) for player in players)
