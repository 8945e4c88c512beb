"""The picture of House of Cats for the web client."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from purrlor.core import Fate, Fates, Match, Seat, fate_key, secret_from_text
from purrlor.games.house_of_cats import Ability, HouseOfCats, parse_action, parse_sheet, printed_sheet
from purrlor.games.house_of_cats.picture import Picture, sheet_picture
from purrlor.games.house_of_cats.sheet import pack
from purrlor.kit import kit

PAGE = Path(__file__).parents[3] / "web" / "src" / "games" / "house-of-cats"
ANN, BOB = Seat(0), Seat(1)
FIRST = (Ability.A, Ability.B, Ability.C, Ability.D)


def match_of(rules: HouseOfCats, *, dice: str = "", said: str = "") -> Match[Any, Any, Any]:
    """A match with prepared dice for the first turn, in which Ann has done what is said."""
    match = Match(rules, Fates(fate_key(secret_from_text("page"))))
    if dice:
        match.push(Fate(rules.parse_fate(dice)))
    match.settle()
    for action in filter(None, said.split(";")):
        match.act(ANN, parse_action(action))
    return match


def seen(match: Match[Any, Any, Any], seat: Seat | None = ANN) -> Picture:
    legal = () if seat is None or seat not in match.awaiting.seats else match.legal(seat)
    painted: Picture = kit("house-of-cats").painter().picture(match.rules, match.view(seat), legal)
    return painted


def said_by(shown: Picture) -> list[str]:
    """Return every action that the choices stand for."""
    return [text for each in shown.choices for text in [f"{each.say} {to}" for to in each.targets] or [each.say]]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("abilities", ["ABCD", "EFGH", "IJKL"])
def test_the_choices_are_exactly_what_is_legal(level: int, abilities: str) -> None:
    rules, random = HouseOfCats(level=level, abilities=tuple(map(Ability, abilities))), Random(abilities)
    match = match_of(rules)
    while not match.over:
        seat = random.choice(match.awaiting.seats)
        legal = match.legal(seat)
        assert sorted(said_by(seen(match, seat))) == sorted(map(str, legal))
        match.act(seat, random.choice([action for action in legal if str(action) != "back"]))
        match.settle()


def test_walls_stand_around_a_room_and_not_inside() -> None:
    match = match_of(HouseOfCats(abilities=FIRST), dice="2 2 5 mouse", said="place 2 A1; place 2 B1")
    turn = seen(match).turn
    assert turn is not None
    assert turn.house.walls[:3] == [1 + 4 + 8, 1 + 2 + 4, 0]
    assert [(room.number, room.points, room.fresh) for room in turn.house.rooms] == [("2", 1, True)]


def test_your_house_shows_this_turn_and_the_others_the_last_one() -> None:
    match = match_of(HouseOfCats(abilities=FIRST), dice="2 2 5 mouse", said="place mouse C3")
    mine, theirs = seen(match), seen(match, BOB)
    assert mine.turn is not None
    assert mine.turn.house.fresh == ["C3"]
    assert mine.turn.house.eaten == ["3", "C"]
    assert "mouse" not in mine.houses[0].entries
    assert "mouse" not in msgspec.json.encode(theirs.houses).decode()


def test_a_spectator_has_no_turn_and_no_choices() -> None:
    shown = seen(match_of(HouseOfCats(abilities=FIRST), dice="2 2 5 mouse", said="place mouse C3"), None)
    assert shown.turn is None
    assert shown.choices == []
    assert shown.dice == ["2", "2", "5", "mouse"]


def test_used_dice_are_distinguished_as_abilities_have_changed_them() -> None:
    said = "place 2 A1; place 2 B1; use A 5 F6"
    turn = seen(match_of(HouseOfCats(abilities=FIRST), dice="2 2 5 mouse", said=said)).turn
    assert turn is not None
    assert [(die.symbol, die.used) for die in turn.dice] == [("2", True), ("2", True), ("5", True), ("mouse", False)]
    assert turn.left == 0


def test_what_others_did_last_is_new() -> None:
    match = match_of(HouseOfCats(abilities=FIRST), dice="2 2 5 mouse", said="place 2 A1; place 2 B1; place 5 C1; done")
    for action in ("place 2 D4", "place 5 D5", "place mouse E5", "done"):
        match.act(BOB, parse_action(action))
    match.settle()
    assert [house.fresh for house in seen(match).houses] == [["A1", "B1", "C1"], ["D4", "D5", "E5"]]


def test_a_cat_that_carries_a_number_must_be_written_first() -> None:
    rules = HouseOfCats(abilities=FIRST)
    shown = seen(match_of(rules, dice="3 4 cat cat", said="cat; cat"))
    assert shown.turn is not None
    assert shown.turn.task is not None
    assert (shown.turn.task.kind, shown.turn.task.symbols) == ("write", ["2"])
    assert [each.kind for each in shown.choices] == ["write", "back"]


def test_giving_up_says_how_many_results() -> None:
    word = pack(parse_sheet("level: 1\ncats: .\n\n  A B\n1 . .\n"))
    shown = seen(match_of(HouseOfCats(abilities=FIRST, sheet=word), dice="3 4 5 5", said="place 3 A1; place 4 B1"))
    assert [(each.kind, each.loses) for each in shown.choices] == [("forfeit", 1), ("back", 0)]


def test_the_points_add_up_by_parts() -> None:
    for level in (1, 2, 3, 4):
        match = match_of(HouseOfCats(level=level, abilities=FIRST))
        for house, total in zip(seen(match).houses, match.scores, strict=True):
            assert sum(house.parts) == house.total == total
            assert len(house.parts) == len(seen(match).sheet.parts)


def test_any_sheet_can_be_drawn() -> None:
    drawn = sheet_picture(parse_sheet("level: 3\n\n  A  B  C\n1 Ra R* -\n2 B* Bb* B.\n"))
    assert [space.name for space in drawn.spaces] == ["A1", "B1", "A2", "B2", "C2"]
    assert [(space.star, space.box, space.area) for space in drawn.spaces][3] == (True, "b", "B")


def test_the_small_pictures_of_the_page_are_the_printed_sheets() -> None:
    drawn = json.loads((PAGE / "sheets.json").read_text(encoding="utf-8"))
    assert drawn == {str(level): [list(row) for row in printed_sheet(level).rows] for level in (1, 2, 3, 4)}


def test_the_lesson_has_the_dice_it_speaks_of() -> None:
    text = (PAGE / "lesson.ts").read_text(encoding="utf-8")
    name = text.split('lesson: "')[1].split('"')[0]
    rules = HouseOfCats(abilities=FIRST)
    match: Match[Any, Any, Any] = Match(rules, Fates(fate_key(secret_from_text(f"lesson/house-of-cats/{name}"))))
    for turn in ("mouse C3/2 D3/2 E3", "cat/3 A1/3 A2", "A 3 A3/4 D4/4 E4"):
        match.settle()
        for step in turn.split("/"):
            for seat in (ANN, BOB):
                text = step if step == "cat" else f"use {step}" if step[0] == "A" else f"place {step}"
                match.act(seat, parse_action(text))
        for seat in (ANN, BOB):
            match.act(seat, parse_action("done"))
    assert [room.number for room in match.state.houses[0].rooms] == ["2", "3"]
