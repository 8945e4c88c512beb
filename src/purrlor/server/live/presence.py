"""Who is connected to any table of this process, or waits here for news of an evening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager


class Presence:
    def __init__(self) -> None:
        self._connections: Counter[str] = Counter()

    def __contains__(self, person: str) -> bool:
        return person in self._connections

    def __len__(self) -> int:
        """Number of people."""
        return len(self._connections)

    @contextmanager
    def of(self, person: str) -> Generator[None]:
        """One connection of a person, while it is open."""
        self._connections[person] += 1
        try:
            yield
        finally:
            self._connections[person] -= 1
            if not self._connections[person]:
                del self._connections[person]
