"""Limits how often codes of tables, evenings and rooms are tried: by one address, and by all addresses together."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

from aiohttp import web

from purrlor.table.refusals import refused

from ..http.limits import Counting

EVERYBODY = ""
"""The one key of the bucket for all addresses together."""


class CodeAttempts:
    def __init__(self, counting: Counting, now: Callable[[], int]) -> None:
        self._now = now
        self._each = counting.codes
        self._all = counting.all_codes

    @contextmanager
    def counted(self, request: web.Request) -> Generator[None]:
        """Count a try of a code, which costs nothing if the block ends without a refusal.

        A class behind one address can come in at once, and the right codes of many do not use up what all may try.
        Raises `RequestRefused` if too many were tried.
        """
        address = request.remote or ""
        if not self._each.take(address, self._now()):
            raise refused("too_many_codes")
        if not self._all.take(EVERYBODY, self._now()):
            raise refused("too_many_wrong_codes")
        yield
        self._each.give_back(address, self._now())
        self._all.give_back(EVERYBODY, self._now())
