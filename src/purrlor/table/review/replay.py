"""The replay of a finished match: every step from one viewer's perspective, and every random outcome."""

from __future__ import annotations

from purrlor.core import Draw, Fate, Roll, Seat
from purrlor.core.record import event_text

from .. import wire
from ..table import Table


def replay_of(table: Table, seat: int | None, person: str = "", now: int = 0) -> wire.Replay:
    viewer = None if seat is None else Seat(seat)
    notes: dict[int, list[wire.Told]] = {}
    for told in table.stories.whole(viewer):
        notes.setdefault(told.event, []).append(told)
    steps = [_step(table, number, viewer, notes.get(number, [])) for number in range(table.play.length + 1)]
    return wire.Replay(table.info(person, now), viewer, steps)


def _step(table: Table, number: int, viewer: Seat | None, notes: list[wire.Told]) -> wire.Step:
    match = table.play.match
    view = table.game.view(match.state_after(number), viewer)
    return wire.Step(
        number=number,
        event=event_text(table.game, match.event(number)) if number else "",
        view=table.updates.painter.picture(table.game, view, ()),
        notes=notes,
        awaiting=list(match.awaiting_after(number).seats),
    )


def fates_of(table: Table) -> list[wire.AskedFate]:
    """Return every roll and draw with its possible outcomes, so that anybody can recompute it."""
    match = table.play.match
    found: list[wire.AskedFate] = []
    for number in range(1, table.play.length + 1):
        event = match.event(number)
        if isinstance(event, Fate):
            chance = match.awaiting_after(number - 1).chance
            assert isinstance(chance, Roll | Draw)
            found.append(_asked(number, chance, event.values))
    return found


def _asked(number: int, chance: Roll | Draw, values: tuple[int, ...]) -> wire.AskedFate:
    if isinstance(chance, Roll):
        return wire.AskedFate(number, "roll", chance.count, chance.faces, values)
    return wire.AskedFate(number, "draw", chance.count, chance.pool, values)
