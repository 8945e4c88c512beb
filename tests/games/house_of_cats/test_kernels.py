"""The compiled rules play the same game as the reference implementation."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal

import numpy as np
import pytest

from harness import house_random_play as random_play
from purrlor.compiled.bits import Ints, below, count, source
from purrlor.core import Act, Fate, Seat
from purrlor.games.house_of_cats import (
    Ability,
    Action,
    HouseOfCats,
    State,
    Turn,
    pack,
    parse_action,
    parse_sheet,
    points,
)
from purrlor.games.house_of_cats.kernels import layout, moves, position
from purrlor.games.house_of_cats.kernels.codes import action_of, code_of, house_row, row_of
from purrlor.games.house_of_cats.kernels.layout import around, beside, bits_of, fits, spaces_of
from purrlor.games.house_of_cats.kernels.layout import rule_table as table_for
from purrlor.games.house_of_cats.kernels.legal import choice_buffer
from purrlor.games.house_of_cats.kernels.legal import legal as legal_codes
from purrlor.games.house_of_cats.notation import Back, Place, Write
from purrlor.games.house_of_cats.turn import AddSpaces

from .notated import Generous, alone, letters

pytestmark = pytest.mark.slow

LEVELS = (1, 2, 3, 4)
Left = Literal["used", "empty"]
Changes = Literal["drawn", "dice"]
WITH_HOLES = """level: 1
cats: . # 5
cheese: 1 2 9 A G

  A B C D E F G
1 . . . - . . .
2 . - . . . - .
3 . . . . . . .
4 - . . . . . -
5 . . - - - . .
6 . . . . . . .
7 . . . . . . .
8 . - . . . - .
9 . . . . . . .
"""


OPEN_FIELD = "4::1A8H:++++++++/++++++++/+.....++/+.....++/+.....++/++++++++/++++++++/++++++++"
"""The number of squares that the compiled rules can hold."""


class BothRules:
    """One match in both implementations: the reference rules, and the compiled rules for the turns of each seat."""

    def __init__(self, rules: HouseOfCats, random: Random) -> None:
        self.rules, self.random, self.sheet = rules, random, rules.layout
        self.state, self.found = rules.initial(), choice_buffer()
        self.rows = [house_row(self.sheet, house) for house in self.state.houses]

    def play(self) -> None:
        while not (awaiting := self.rules.awaiting(self.state)).nothing:
            if awaiting.chance is not None:
                self.state = self.rules.apply(self.state, Fate(awaiting.chance.sample(self.random.randrange)))
                self.begin_turns()
            else:
                self.step(self.random.choice(awaiting.seats))

    def begin_turns(self) -> None:
        if not self.state.turns:
            return
        self.table = table_for(self.rules.setup(self.state.abilities))
        dice = np.array(["2345cm".index(result) for result in self.state.dice])
        for seat, turn in enumerate(self.state.turns):
            if turn is not None:
                position.begin(self.rows[seat], dice, turn.starting)
                self.check(seat, turn)

    def step(self, seat: Seat) -> None:
        turn = self.state.turns[seat]
        assert turn is not None
        legal = [action for action in self.rules.legal(self.state, seat) if not isinstance(action, Back)]
        action = self.chosen(turn, legal)
        self.state = self.rules.apply(self.state, Act(seat, action))
        moves.play(self.table, self.rows[seat], code_of(self.sheet, action))
        after = self.state.turns[seat] if self.state.turns else None
        if after is None:
            self.check_house(seat)
        else:
            self.check(seat, after)

    def chosen(self, turn: Turn, legal: Sequence[Action]) -> Action:
        """Choose mostly at random, sometimes beside an equal number, so that rooms and large groups are formed."""
        if self.random.random() < 0.5:
            return self.random.choice(legal)
        beside_equal = [action for action in legal if isinstance(action, Place | Write) and self.joins(turn, action)]
        return self.random.choice(beside_equal or legal)

    def joins(self, turn: Turn, action: Place | Write) -> bool:
        near = self.sheet.neighbours[action.space]
        return any(turn.house.entry(self.sheet, space) == action.symbol for space in near)

    def check(self, seat: int, turn: Turn) -> None:
        row, meant = self.rows[seat], row_of(self.sheet, turn)
        if not any(isinstance(task, AddSpaces) for task in turn.tasks):
            meant[layout.ADDED] = row[layout.ADDED]  # what was added for an earlier room means nothing any more
        assert row.tolist() == meant.tolist()
        assert position.points(self.table, row) == points(self.sheet, turn.house).total
        assert position.filled(self.table, row) == turn.house.filled
        self.check_legal(row, self.rules.legal(self.state, Seat(seat)))

    def check_legal(self, row: Ints, legal: Sequence[Action]) -> None:
        meant = [action for action in legal if not isinstance(action, Back)]
        codes = self.found[: legal_codes(self.table, row, self.found)].tolist()
        assert sorted(codes) == sorted(code_of(self.sheet, action) for action in meant)
        assert {action_of(self.sheet, code) for code in codes} == {*meant}

    def check_house(self, seat: int) -> None:
        """The turn is over for all: only the house is left."""
        for other in {seat, *range(self.rules.seats)}:
            meant = house_row(self.sheet, self.state.houses[other])
            assert self.rows[other][: layout.HOUSE].tolist() == meant[: layout.HOUSE].tolist()
        assert position.over(self.table, np.stack(self.rows)) == self.rules.over(self.state)


@pytest.mark.parametrize("left", ["used", "empty"])
@pytest.mark.parametrize("level", LEVELS)
def test_the_compiled_game_plays_the_same_matches_step_by_step(level: int, left: Left) -> None:
    for number in range(12):
        BothRules(HouseOfCats(seats=1 + number % 3, level=level, crossed_space=left), Random(number)).play()


@pytest.mark.parametrize("abilities", ["ABCD", "EFGH", "IJKL", "KLGD", "LKIA"])
@pytest.mark.parametrize("level", LEVELS)
def test_the_compiled_game_knows_every_ability(level: int, abilities: str) -> None:
    for number in range(4):
        BothRules(HouseOfCats(seats=1, level=level, abilities=letters(abilities)), Random(number)).play()


@pytest.mark.parametrize("changes", ["drawn", "dice"])
@pytest.mark.parametrize("abilities", ["DHCF", "CLGF", "HKJL", "FHLC"])
@pytest.mark.parametrize("level", LEVELS)
def test_the_compiled_game_changes_symbols_that_are_about_to_be_drawn(
    level: int, abilities: str, changes: Changes
) -> None:
    for number in range(3):
        rules = Generous(seats=1, level=level, abilities=letters(abilities), changes=changes)
        BothRules(rules, Random(number)).play()


def test_mice_that_wait_for_each_other_are_the_same_on_the_compiled_game() -> None:
    turn = alone("2.....", "..2...", abilities="LCAB", circles="CC")
    table, row = table_for(turn.rules.setup(turn.state.abilities)), row_of(turn.rules.layout, turn.turn)
    for text in ("place 2 B1", "use L C1 D1", "use C 2", "write 2 C1", "use L E5 F5", "use C 4", "write 4 F5"):
        turn.do(text)
        moves.play(table, row, code_of(turn.rules.layout, parse_action(text)))
        assert row.tolist() == row_of(turn.rules.layout, turn.turn).tolist()


def test_the_compiled_game_plays_on_a_sheet_with_holes() -> None:
    for number in range(6):
        BothRules(HouseOfCats(level=1, sheet=pack(parse_sheet(WITH_HOLES))), Random(number)).play()


def test_the_compiled_game_plays_on_a_field_of_64_spaces() -> None:
    for number in range(6):
        BothRules(HouseOfCats(level=4, sheet=OPEN_FIELD), Random(number)).play()


@pytest.mark.nightly
@pytest.mark.parametrize("left", ["used", "empty"])
@pytest.mark.parametrize("level", LEVELS)
def test_the_compiled_game_plays_the_same_8_000_matches(level: int, left: Left) -> None:
    for number in range(1_000):
        game = Generous if number % 2 else HouseOfCats
        changes: Changes = "dice" if number % 4 == 3 else "drawn"
        tied = tuple(Random(number).sample(tuple(Ability), 4))
        rules = game(seats=1 + number % 6, level=level, crossed_space=left, abilities=tied, changes=changes)
        BothRules(rules, Random(f"long/{number}")).play()


def played_rows(level: int, abilities: str) -> list[tuple[State, Ints]]:
    """Return some turns in progress, as both implementations have them."""
    rules, random = HouseOfCats(seats=1, level=level, abilities=letters(abilities)), Random(5)
    state, found = rules.initial(), list[tuple[State, Ints]]()
    while not (awaiting := rules.awaiting(state)).nothing:
        if awaiting.chance is not None:
            state = rules.apply(state, Fate(awaiting.chance.sample(random.randrange)))
        else:
            turn = state.turns[0]
            assert turn is not None
            found.append((state, row_of(rules.layout, turn)))
            state = rules.apply(state, Act(Seat(0), random.choice(rules.legal(state, Seat(0)))))
    return found


def test_any_choice_draws_all_choices_alike() -> None:
    rules, random, found = HouseOfCats(seats=1, abilities=letters("ADGI")), source(1), choice_buffer()
    table = table_for(rules.setup(letters("ADGI")))
    row = max((row for _, row in played_rows(1, "ADGI")), key=lambda row: legal_codes(table, row, found))
    size = legal_codes(table, row, found)
    codes = found[:size].tolist()
    drawn = [random_play.any_choice(table, row, found, random) for _ in range(100 * size)]
    expected = np.array([drawn.count(code) for code in codes])
    assert {*drawn} == {*codes}
    assert ((expected - 100) ** 2 / 100).sum() < size + 5 * (2 * size) ** 0.5


@pytest.mark.parametrize("level", LEVELS)
def test_random_matches_end_and_repeat(level: int) -> None:
    table = table_for(HouseOfCats(level=level).setup(letters("ABCD")))
    results = [np.zeros((40, 3), np.int64) for _ in range(2)]
    written = [random_play.play_matches(table, scores, source(3)) for scores in results]
    assert written[0] == written[1] > 40 * 3 * 15
    assert results[0].tolist() == results[1].tolist()
    assert len({*results[0].ravel().tolist()}) > 10


def test_a_sheet_of_81_spaces_is_too_large() -> None:
    rows = "\n".join(f"{row} . . . . . . . . ." for row in range(1, 10))
    sheet = parse_sheet(f"level: 1\ncats: . .\ncheese: 1\n\n  A B C D E F G H I\n{rows}\n")
    assert not fits(sheet)
    with pytest.raises(ValueError, match="up to 64 squares, not 81"):
        table_for(HouseOfCats(sheet=pack(sheet)).setup(letters("ABCD")))


@pytest.mark.parametrize("level", LEVELS)
def test_spaces_touch_as_on_the_sheet(level: int) -> None:
    sheet = HouseOfCats(level=level).layout
    table = table_for(HouseOfCats(level=level).setup(letters("ABCD")))
    for space in sheet.spaces:
        bit = bits_of(sheet, [space])
        assert spaces_of(sheet, beside(table, bit)) == tuple(sorted(sheet.neighbours[space]))
        assert spaces_of(sheet, around(table, bit)) == tuple(sorted(sheet.neighbours_and_corners[space]))


def test_spaces_and_bits_are_mirrors() -> None:
    sheet = HouseOfCats(level=4, sheet=OPEN_FIELD).layout
    assert spaces_of(sheet, bits_of(sheet, sheet.spaces)) == tuple(sorted(sheet.spaces))
    assert count(bits_of(sheet, sheet.spaces)) == 64


@pytest.mark.parametrize("n", [1, 2, 7, 200])
def test_numbers_below_n_are_drawn_alike(n: int) -> None:
    random, draws = source(n), 500 * n
    found = np.bincount([below(random, n) for _ in range(draws)], minlength=n)
    assert len(found) == n
    assert ((found - 500) ** 2 / 500).sum() < n + 5 * (2 * n) ** 0.5
