"""Handicaps that make matches between players of different strength even, in rooms for children."""

from __future__ import annotations

from collections.abc import Mapping

from purrlor.core.options import option_texts, with_options
from purrlor.kit.children import for_children

from ..rows import SaveLead, Write
from ..setup import Setup
from ..state import TableState


def even_out(table: TableState, leads: Mapping[str, int]) -> None:
    """Set everybody's handicap before the match begins, computed from the leads by cat."""
    setup = table.setup
    handicaps = for_children(setup.game).handicaps
    if handicaps is None or not _measures(setup):
        return
    for seat in setup.seats:
        seat.lead = leads.get(seat.cat, 0)
    handicap = handicaps.handicap([seat.lead for seat in setup.seats])
    for seat, delay in zip(setup.seats, handicap.delays, strict=True):
        seat.delay = delay
    game = with_options(type(table.game), {**setup.options, **handicap.options})
    table.set_options(game, option_texts(game))


def lead_writes(table: TableState) -> list[Write]:
    """Return the writes of the cats' new leads after a finished match of a room."""
    setup = table.setup
    handicaps = for_children(setup.game).handicaps if setup.room else None
    if handicaps is None or not _measures(setup):
        return []
    leads = handicaps.next_leads([seat.lead for seat in setup.seats], table.play.match.scores)
    pairs = zip(setup.seats, leads, strict=True)
    return [SaveLead(setup.room, setup.game, seat.cat, lead) for seat, lead in pairs]


def _measures(setup: Setup) -> bool:
    """Return whether cats of the room play all seats: neither bots nor seats with a stand-in measure a lead."""
    seats = setup.seats
    return len(seats) > 1 and all(seat.kind == "person" and seat.person and not seat.stands_in for seat in seats)
