"""What workers ask the thinking service, and what it answers.

Both sides are the same program and the same user, so the messages are pickled, as they are on the way to the thinking
processes themselves. They are a module of their own: a class of the program that is run as `__main__` would have
another name in the other process.
"""

from __future__ import annotations

import asyncio
import pickle
import struct
from typing import Any, NamedTuple

from ..fair_queue import Caller

SIZE = struct.Struct(">I")
PROGRESS = 0
"""The number of a message that answers no question, but says how far reviews are."""


class ClusterQuestion(NamedTuple):
    number: int
    method: str
    """Of `Thinkers`."""
    table: str
    kind: tuple[Any, ...]
    """Questions of one kind take about the same time."""
    values: tuple[Any, ...]
    caller: Caller
    """On whose behalf a worker asks."""


class ClusterAnswer(NamedTuple):
    number: int
    found: Any
    error: Exception | None = None


def framed(message: ClusterQuestion | ClusterAnswer) -> bytes:
    text = pickle.dumps(message)
    return SIZE.pack(len(text)) + text


async def read_message(reader: asyncio.StreamReader) -> Any:
    """`IncompleteReadError` when the other side is gone."""
    (size,) = SIZE.unpack(await reader.readexactly(SIZE.size))
    return pickle.loads(await reader.readexactly(size))  # noqa: S301
