"""Matches between players of different strength are made even, in rooms for children."""

from __future__ import annotations

from collections.abc import Mapping

from purrlor.core.options import option_texts, with_options
from purrlor.kit.children import for_children

from ..rows import SaveLead, Write
from ..setup import Setup
from ..state import TableState


def even_out(table: TableState, leads: Mapping[str, int]) -> None:
    """Give everybody the handicap that follows from their leads, by cat, before the match begins."""
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
    """What a finished match of a room changes of the leads of its cats."""
    setup = table.setup
    handicaps = for_children(setup.game).handicaps if setup.room else None
    if handicaps is None or not _measures(setup):
        return []
    leads = handicaps.next_leads([seat.lead for seat in setup.seats], table.play.match.scores)
    pairs = zip(setup.seats, leads, strict=True)
    return [SaveLead(setup.room, setup.game, seat.cat, lead) for seat, lead in pairs]


def _measures(setup: Setup) -> bool:
    """Whether only cats of the room play: bots have no lead, and nobody's grows by what a bot did for them."""
    seats = setup.seats
    return len(seats) > 1 and all(seat.kind == "person" and seat.person and not seat.stands_in for seat in seats)
