"""Documents that are slow to create: about a finished match, of a text, to print. Each function runs in a worker."""

from __future__ import annotations

import dataclasses
import gzip
import io
from functools import lru_cache

import segno
from msgspec import json
from msgspec.structs import replace

from purrlor.core import InvalidOption
from purrlor.core.options import option_types, with_options
from purrlor.kit import kits
from purrlor.table import wire
from purrlor.table.checks import LONGEST_OPTION
from purrlor.table.records import record_of, restored
from purrlor.table.refusals import refused
from purrlor.table.review import fates_of, replay_of
from purrlor.table.rows import Stored
from purrlor.table.setup import Setup
from purrlor.words import ENGLISH, language_for, words

MOST_PAGES = 20
LONGEST_CODE = 500
"""Maximum number of characters in a QR code."""


@lru_cache(maxsize=200)
def qr_code(text: str) -> bytes:
    """Draw a QR code as SVG."""
    out = io.BytesIO()
    segno.make(text[:LONGEST_CODE], error="m").save(out, kind="svg", scale=1, border=2, xmldecl=False, svgclass=None)
    return out.getvalue()


def replay(stored: Stored, seat: int | None, info: wire.TableInfo) -> bytes:
    """Return the JSON of `wire.Replay`, compressed with gzip.

    `info`, the table as one person sees it, comes from its owner.
    """
    made = replay_of(restored(stored, 0), seat)
    return gzip.compress(json.encode(replace(made, table=info)), compresslevel=5)


def fates(stored: Stored) -> bytes:
    """Return the JSON of a list of `wire.AskedFate`."""
    return json.encode(fates_of(restored(stored, 0)))


def record(stored: Stored) -> str:
    return str(record_of(stored))


def scores(stored: Stored) -> list[int]:
    """Return the scores of a finished match."""
    return list(record_of(stored).match().scores)


def shown_record(stored: Stored, now: int) -> str:
    """Return the record for players; without the seed while that is secret, as in a daily challenge."""
    made, setup = record_of(stored), json.decode(stored.row.setup, type=Setup)
    return str(made if now >= setup.sealed_until else dataclasses.replace(made, seed=None))


def printed_pages(query: dict[str, str]) -> bytes:
    """Return sheets or pads of a game as PDF, by the parameters of a request."""
    from purrlor.printing import PAPERS  # loads fonts, which only a worker needs

    pages, paper, name = query.get("pages", "1"), query.get("paper", "a4"), query.get("game", "")
    if pages not in map(str, range(1, MOST_PAGES + 1)):
        raise refused("bad_pages", most=MOST_PAGES)
    if paper not in PAPERS:
        raise refused("bad_paper", list(PAPERS), papers=", ".join(PAPERS))
    say = words(language_for(query.get("language", "")) or ENGLISH)
    printed = {each: kit for each, kit in kits().items() if kit.prints}
    if name not in printed:
        raise refused("no_game", list(printed), game=name[:40], games=", ".join(printed))
    rules = printed[name].rules
    options = {option: query[option][:LONGEST_OPTION] for option in option_types(rules) if query.get(option)}
    try:
        game = with_options(rules, options)
    except InvalidOption as error:
        raise refused("bad_option", because=error) from None
    return printed[name].pages(game, paper=PAPERS[paper], pages=int(pages), say=say)
