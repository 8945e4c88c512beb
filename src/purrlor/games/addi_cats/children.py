"""Addi Cat's in supervised rooms, with handicaps that make the race of a child and an adult even.

A player's lead is the number of milliseconds by which their hits count later than those of a player without a lead. A
player with a smaller lead than the others also gets smaller stacks. After a match every lead follows the cards left: a
player with fewer cards than the others was too fast. `python -m bench.handicap` plays such series.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from purrlor.core import Seat
from purrlor.kit.children import ForChildren, Handicap, Handicaps

from .notation import Hit
from .practice.matches import KNOWLEDGE
from .rules import LEAST_SHARE
from .state import EVERYBODY_HITS, State
from .verdicts import has_right

SHORT: Mapping[str, str] = {"most_cards": "60", "pace": "3000"}
"""About four minutes, with time to look."""
LONGEST_DELAY = 1500
"""Milliseconds. Cards lie for at least `pace`, so a hit that counts so much later still counts."""
MILLIS_PER_PERCENT = 25
"""A lead of this many milliseconds over somebody takes a hundredth off that person's stacks."""
MILLIS_PER_CARD = 12.5
"""How much a lead grows for each card that a player has fewer than the others at the end."""
MOST_PER_MATCH = 300


def handicap(leads: Sequence[int]) -> Handicap:
    """Return the handicap of each seat: the hits of leaders count later, and the others have smaller stacks."""
    least, most = min(leads), max(leads)
    delays = tuple(min(lead - least, LONGEST_DELAY) for lead in leads)
    shares = [max(LEAST_SHARE, 100 - round((most - lead) / MILLIS_PER_PERCENT)) for lead in leads]
    return Handicap({"stack_shares": ",".join(map(str, shares)) if any(delays) else ""}, delays)


def next_leads(leads: Sequence[int], scores: Sequence[int]) -> tuple[int, ...]:
    """Return the leads after a match with these scores: minus the cards left, or nothing for a player without cards."""
    left = [min(score, 0) for score in scores]
    others = [(sum(left) - own) / (len(left) - 1) for own in left]
    steps = [(own - other) * MILLIS_PER_CARD for own, other in zip(left, others, strict=True)]
    moved = [lead + max(-MOST_PER_MATCH, min(step, MOST_PER_MATCH)) for lead, step in zip(leads, steps, strict=True)]
    return tuple(map(round, moved))


def is_delayed(action: Any) -> bool:
    """Return whether an action waits for its delay; turning a card does not."""
    return isinstance(action, Hit)


def still_counts(pressed: State, now: State, seat: int) -> bool:
    """Return whether a delayed hit still counts: after another card, only if it was right and still is."""
    if pressed.cards_turned == now.cards_turned:
        return True
    return all(state.phase in EVERYBODY_HITS or has_right(state, Seat(seat)) for state in (pressed, now))


HANDICAPS = Handicaps(handicap=handicap, next_leads=next_leads, is_delayed=is_delayed, still_counts=still_counts)


FOR_CHILDREN = ForChildren(SHORT, HANDICAPS, KNOWLEDGE)
