"""Contributions to the seed before a match: everybody pledges a hash, then everybody reveals their text.

Nobody sees a contribution before all are pledged, so nobody can choose theirs last (docs/reference/dice-and-deals.md).
Each person contributes once, at the position of their first seat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from purrlor.core import pledge

from . import wire
from .refusals import refused
from .setup import Setup

LONGEST = 64
REVEAL_MILLIS = 10_000
"""Milliseconds that a match waits for pledged contributions to be revealed."""
PLEDGE = re.compile("[0-9a-f]{64}")
DRAWN = re.compile("[0-9a-f]{0,64}")


def checked_contribution(setup: Setup, text: str) -> str:
    """Return the contribution if it is one short, printable line. Raises `RequestRefused` otherwise.

    In a room for children it must be a hexadecimal number, because nothing that a child typed may be stored.
    """
    if len(text) > LONGEST or not text.isprintable():
        raise refused("bad_contribution")
    if setup.room and not DRAWN.fullmatch(text):
        raise refused("no_free_text")
    return text


def make_ready(setup: Setup, seats: Sequence[int], message: wire.Ready) -> bool:
    """Mark a person's seats as ready, with a pledge, an open contribution or nothing. Return whether that is new."""
    text = checked_contribution(setup, message.contribution)
    if message.pledge and not PLEDGE.fullmatch(message.pledge):
        raise refused("bad_contribution")
    if setup.reveal_until or all(setup.seats[seat].ready for seat in seats):
        return False
    for seat in seats:
        setup.seats[seat].ready = True
    if not setup.lesson and not setup.common_fate and not setup.contributions_fixed:
        first = setup.seats[seats[0]]
        first.pledge = message.pledge or (pledge(text) if text else "")
        first.contribution = "" if message.pledge else text
    return True


def await_reveals(setup: Setup, now: int) -> bool:
    """Close the pledges. Return whether contributions still have to be revealed."""
    if any(seat.pledge and not seat.contribution for seat in setup.seats):
        setup.reveal_until = now + REVEAL_MILLIS
        return True
    return False


def reveals_began(setup: Setup) -> int:
    return setup.reveal_until - REVEAL_MILLIS


def reveal(setup: Setup, seats: Sequence[int], text: str) -> bool:
    """Store the contribution that a person pledged. Return whether anything changed."""
    if not setup.reveal_until:
        raise refused("not_revealing")
    mine = [setup.seats[seat] for seat in seats if setup.seats[seat].pledge]
    fitting = [seat for seat in mine if seat.pledge == pledge(checked_contribution(setup, text))]
    if not fitting:
        raise refused("not_as_pledged")
    news = not fitting[0].contribution
    fitting[0].contribution = text
    return news


def all_revealed(setup: Setup) -> bool:
    return all(seat.contribution or not seat.pledge for seat in setup.seats)


def fix_contributions(setup: Setup) -> None:
    """Fix the contributions that were revealed, in the order of the seats. Withheld ones do not count.

    A table from an older version may already contain contributions.
    """
    setup.contributions += [seat.contribution for seat in setup.seats if seat.contribution]
    setup.contributions_fixed = True
    setup.reveal_until = 0
