"""Tables of a room for children."""

from __future__ import annotations

import pytest

from purrlor.kit import games
from purrlor.table import wire
from purrlor.table.children.rooms import room_table
from purrlor.table.table import Table


def against_the_kitten(game: str) -> Table:
    return room_table("room", wire.RoomTable(game, bots=2), "ann", "momo", now=0)


@pytest.mark.parametrize("game", list(games()))
def test_any_game_has_a_table_against_the_gentlest_bot(game: str) -> None:
    setup = against_the_kitten(game).setup
    assert {seat.level for seat in setup.seats if seat.kind == "bot"} == {setup.stand_in}
    assert (setup.room, setup.chat, setup.watch, setup.seats[0].cat) == ("room", "none", "nobody", "momo")


def test_options_are_simpler_where_a_game_says_so() -> None:
    assert against_the_kitten("addi-cats").setup.options["most_cards"] == "60"
    assert against_the_kitten("house-of-cats").setup.options["abilities"] == "L,D,A,K"
