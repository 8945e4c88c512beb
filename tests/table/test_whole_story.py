"""A new connection gets the whole story, and none of it is computed twice."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from purrlor.core import Seat
from purrlor.table.updates import STORY_STEP, Stories
from tests.table.table_driver import Sitting, begun

GAMES: dict[str, dict[str, str]] = {
    "yatzy": {},
    "meow": {},
    "house-of-cats": {},
    "addi-cats": {"timed": "false", "most_cards": "20"},
}


VIEWERS = (None, Seat(0), Seat(1))


def told_anew(sitting: Sitting, viewer: Seat | None) -> list[Any]:
    return list(Stories(sitting.table.play).since(0, [viewer])[viewer])


@pytest.mark.parametrize("game", GAMES)
def test_the_kept_story_is_the_one_computed_again(game: str) -> None:
    """Also after take-backs, for those who came and went, and for a table from the store."""
    sitting, connections = begun(game, options=GAMES[game])
    random, table = Random(3), sitting.table
    spectator = sitting.enter("cat")
    for step in range(120):
        if table.status == "over":
            break
        if step == 40:
            sitting.leave(spectator)
        if step == 80:
            spectator = sitting.enter("cat")
        seat = random.choice(table.play.match.awaiting.seats)
        actions = [str(action) for action in table.play.match.legal(seat)]
        sitting.act(connections[seat], int(seat), random.choice(actions))
        if random.random() < 0.2:
            sitting.say(connections[seat], f'{{"type":"take_back","seat":{seat}}}')
        for viewer in VIEWERS:
            assert list(table.stories.whole(viewer)) == told_anew(sitting, viewer)
    woken = sitting.restored(sitting.now)
    for viewer in VIEWERS:
        assert list(woken.table.stories.whole(viewer)) == list(table.stories.whole(viewer))


def test_coming_in_tells_no_event_again() -> None:
    sitting, connections = begun("yatzy")
    for _ in range(6):
        (seat,) = sitting.table.play.match.awaiting.seats
        sitting.act(connections[seat], int(seat), str(sitting.table.play.match.legal(seat)[-1]))
    woken = sitting.restored(sitting.now)
    with patch.object(Stories, "since", side_effect=AssertionError("told again")):
        connection = woken.enter("ann")
    assert len(woken.update(connection)["notes"]) == len(told_anew(sitting, Seat(0)))


@pytest.mark.parametrize("person", ["cat", "ann"])
def test_a_long_story_is_worked_out_in_small_parts_before_somebody_comes_in(person: str) -> None:
    """The first who watches a match of 9 000 events held the event loop for half a second."""
    sitting, connections = begun("yatzy")
    while sitting.table.status == "running":
        (seat,) = sitting.table.play.match.awaiting.seats
        sitting.act(connections[seat], int(seat), str(sitting.table.play.match.legal(seat)[-1]))
    table = sitting.table
    table.stories.kept = {}
    parts: list[int] = []
    since = table.stories.since

    def count(first: int, viewers: Iterable[Seat | None], last: int | None = None) -> Any:
        parts.append((table.play.length if last is None else last) - first)
        return since(first, viewers, last)

    with patch.object(table.stories, "since", count):
        while table.prepare_entry(person):
            pass
        connection = sitting.enter(person)
    assert max(parts) <= STORY_STEP < sum(parts) == table.play.length
    viewer = Seat(0) if person == "ann" else None
    assert len(sitting.update(connection)["notes"]) == len(told_anew(sitting, viewer))
