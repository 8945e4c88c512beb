"""What takes long to make of a finished match or a text. Each function runs in a worker process."""

from __future__ import annotations

import gzip
import io
from functools import lru_cache

import segno
from msgspec import json
from msgspec.structs import replace

from purrlor.table import wire
from purrlor.table.lobby import woken
from purrlor.table.replaying import fates_of, replay_of
from purrlor.table.rows import Stored

from .store.audit import record_of

LONGEST_CODE = 500
"""Characters that a QR code is drawn of."""


@lru_cache(maxsize=200)
def qr_code(text: str) -> bytes:
    """A QR code as SVG."""
    out = io.BytesIO()
    segno.make(text[:LONGEST_CODE], error="m").save(out, kind="svg", scale=1, border=2, xmldecl=False, svgclass=None)
    return out.getvalue()


def replay(stored: Stored, seat: int | None, info: wire.TableInfo) -> bytes:
    """The JSON of `wire.Replay`, compressed with gzip. The table as one person sees it comes from where it lives."""
    made = replay_of(woken(stored, 0), seat)
    return gzip.compress(json.encode(replace(made, table=info)), compresslevel=5)


def fates(stored: Stored) -> bytes:
    """The JSON of a list of `wire.AskedFate`."""
    return json.encode(fates_of(woken(stored, 0)))


def record(stored: Stored) -> str:
    return str(record_of(stored))
