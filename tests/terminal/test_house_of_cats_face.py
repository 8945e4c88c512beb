"""How House of Cats looks, what one can say, and that nobody sees the turn of another."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from purrlor.core import Match, Seat, secret_from_text
from purrlor.core.fate import Fates, fate_key
from purrlor.games.house_of_cats import Action, HouseOfCats, State, View
from purrlor.games.house_of_cats.terminal.drawing import Grid
from purrlor.games.house_of_cats.terminal.face import FACE, Drawing, circles
from purrlor.kit import kit
from purrlor.kit.face import Scene
from purrlor.kit.player import Player
from purrlor.kit.speech import speaking
from purrlor.terminal.screen import Screen
from purrlor.terminal.session import TextSession
from purrlor.terminal.stage import PlainStage, plain_text
from purrlor.terminal.typed_input import Meant, NotPossible, Understood, understand
from tests.games.house_of_cats.notated import Alone, alone, letters

from .conftest import Purrlor

NAMES = ("Ann", "Christopher", "Tabby", "Dörte", "猫猫猫猫", "Flo")
SECRET = secret_from_text("purr")


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game on the command line, with the simplest bot alone."""

    def nobody(_: object) -> tuple[()]:
        return ()

    monkeypatch.setattr(type(kit("house-of-cats")), "bots", nobody)


def drawing(table: Alone) -> Drawing:
    rules, state = table.rules, table.state
    return Drawing(rules.view(state, Seat(0)), rules.legal(state, Seat(0)), NAMES[:1])


def shown(table: Alone, width: int = 80) -> list[str]:
    return [line.plain.rstrip() for line in drawing(table).lines(width)]


def plain(table: Alone, *, whole: bool = True) -> list[str]:
    seen = drawing(table)
    return list((FACE.plain if whole else FACE.lines)(seen.view, seen.legal, seen.names))


def said(text: str, table: Alone) -> Understood:
    seen = drawing(table)
    return understand(text, table.rules, Scene(FACE, seen.view, seen.legal, seen.names))


def after_turns(rules: HouseOfCats, turns: int) -> Match[State, Action, View]:
    """A match in which each seat has taken its own choice of what it could for some turns, and the dice are rolled."""
    match = Match(rules, Fates(fate_key(SECRET, ())))
    while not match.over and (match.state.number <= turns or match.awaiting.chance is not None):
        if match.awaiting.chance is not None:
            match.draw()
        else:
            seat = match.awaiting.seats[0]
            onward = [action for action in match.legal(seat) if str(action) != "back"]
            match.act(seat, onward[seat % len(onward)])
    return match


# The drawing


def test_a_sheet_with_rooms() -> None:
    table = alone("33....", "3.22..", "....5.", ".m....", rooms=("3 A1 A2 B1", "2 C2 D2"), cats=2, circles="B")
    assert shown(table.do("place 5 E2"))[:7] == [
        "   ┏━A━━━B━┱─C───D───E───F─┐     ▶ write 2 of these 3",
        " 1 ┃ 3   3 ┃ ·   ·   ○   · │ △   ╭─────╮ ╭─────╮ ╭─────╮ ╭┄┄┄┄┄╮  House of Cats",
        "   ┃   ┏━━━╋━━━━━━━┓       │     │  2  │ │  3  │ │  4  │ ┊     ┊  level 1",
        " 2 ┃ 3 ┃ · ┃ 2   2 ┃ 5   ○ │ △   ╰─────╯ ╰─────╯ ╰─────╯ ╰┄┄┄┄┄╯  turn 1",
        "   ┡━━━┛   ┗━━━━━━━┛       │     2 A Stray       ×     use A 4 C2",
        " 3 │ ·   ·   ·   ·   5   · │ △       One result goes into any empty space; the",
        "   │                       │         others still form one group.",
    ]


def test_below_the_sheet_stand_cat_bar_and_points() -> None:
    lines = shown(alone("33....", "3.....", ".m....", rooms=("3 A1 A2 B1",), cats=2))
    assert [line[:30].rstrip() for line in lines[12:]] == [
        "   └─△───▲───△───△───△───△─┘",
        "   Cats  × × · 3 · 4 · 5 · #",
        "   Ann: −25  rooms 3  cats 2",
        "   cheese 2  empty −32",
    ]


def test_small_sheets_show_the_upright_walls() -> None:
    table = alone("33....", "3.22..", ".....c", rooms=("3 A1 A2 B1", "2 C2 D2"))
    lines = Grid(table.rules.layout, table.house).small()
    assert [line.plain for line in lines[:3]] == ["┃3 3┃· · · · ", "┃3┃·┃2 2┃· · ", " · · · · · c "]


def test_beside_other_sheets_the_abilities_take_a_line_each() -> None:
    match = after_turns(HouseOfCats(seats=2, abilities=letters("ABCD")), 0)
    text = plain_text(Drawing(match.view(Seat(0)), match.legal(Seat(0)), NAMES[:2]))
    assert "2 A Stray             one result stands apart" in text
    assert "5 D Third Wheel       an extra 3 anywhere" in text


def test_level_2_marks_boxes_and_what_lines_bring() -> None:
    lines = shown(alone("22..m.", "...c.c", "....m.", level=2, rooms=("2 A1 B1",)))
    assert "■" in lines[1]
    assert lines[12].startswith("   └")
    assert lines[3].rstrip().startswith(" 2 │ ○   ○   ○   c   ○   c │")


def test_level_3_names_the_areas_in_letters() -> None:
    lines = shown(alone("m..", level=3))
    assert lines[1].startswith(" 1 │Rm□ R○  R○ │B○  B○  B○□│")
    assert lines[13].startswith("   R c0 m1 = 0   B c0 m0 = 0")


def test_level_4_outlines_the_playing_area() -> None:
    lines = shown(alone(level=4, gardens=True))
    assert lines[4].startswith("   │   ┌───────┴───────────┐       │")
    assert lines[5].startswith(" 3 │   │ ○   ○   ○   ○   ○ │░░░ ░░░│ △")


def test_spaces_to_add_are_marked_with_a_plus() -> None:
    table = alone(level=4, gardens=True, dice="2 2 3 4").do("place 2 B3", "place 2 C3")
    assert "add spaces to the house: 2 left" in shown(table)[0]
    assert shown(table)[3].startswith(" 2 │ +   +   + │░░░")


def test_the_starting_symbols_go_to_the_stars() -> None:
    lines = shown(alone(level=2, dice="2 3 cat", starting=True))
    assert lines[3].startswith(" 2 │ ·   ○*  ·   ·   ○*  · │")
    assert "starred" in lines[0]


def test_the_rooms_to_choose_from_are_listed() -> None:
    table = alone("3.3...", dice="3 3 4 5").do("place 3 B2", "place 3 B1")
    text = "\n".join(shown(table))
    assert "which spaces form the room?" in text
    assert "A1 B1 C1" in text


@pytest.mark.parametrize(("left", "used", "text"), [(0, 0, ""), (2, 1, "●●×"), (3, 9, "●3×9")])
def test_circles(left: int, used: int, text: str) -> None:
    assert circles(left, used) == text


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 6])
@pytest.mark.parametrize(("width", "height"), [(60, 24), (80, 24), (100, 30), (120, 40), (200, 60)])
def test_the_drawing_fits_the_terminal(level: int, seats: int, width: int, height: int) -> None:
    match = after_turns(HouseOfCats(seats=seats, level=level), 2)
    table = Drawing(match.view(Seat(0)), match.legal(Seat(0)), NAMES[:seats])
    lines = table.lines(width, height)
    assert max(cell_len(line.plain.rstrip()) for line in lines) <= width
    assert width < 80 or len(lines) <= height - 5


def test_a_player_who_is_done_has_a_tick() -> None:
    rules = HouseOfCats(seats=2, level=1, abilities=letters("ABCD"))
    match = after_turns(rules, 0)
    while match.awaiting.seats[0] == 0:
        match.act(Seat(0), match.legal(Seat(0))[0])
    text = plain_text(Drawing(match.view(Seat(1)), match.legal(Seat(1)), NAMES[:2]))
    assert "Ann      ✓−36" in text


def test_others_see_nothing_of_a_turn() -> None:
    match = after_turns(HouseOfCats(seats=2), 1)
    before = FACE.draw(match.view(Seat(1)), match.legal(Seat(1)), NAMES[:2])
    match.act(Seat(0), match.legal(Seat(0))[0])
    assert FACE.draw(match.view(Seat(1)), match.legal(Seat(1)), NAMES[:2]) == before


def test_a_spectator_sees_the_leader_large_and_who_has_won() -> None:
    match = after_turns(HouseOfCats(seats=3), 99)
    text = plain_text(Drawing(match.view(None), (), NAMES[:3]))
    best = match.winners[0]
    assert f"{NAMES[best]}: {match.scores[best]}" in text
    assert f"★ {NAMES[best]} wins with {match.scores[best]} points." in text


# The plain form


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_plain_text_is_plain(level: int) -> None:
    match = after_turns(HouseOfCats(seats=2, level=level), 3)
    lines = FACE.plain(match.view(Seat(0)), match.legal(Seat(0)), NAMES[:2])
    assert not set("\x1b│┃─━○●△▲□■×·") & set("".join(lines))
    assert sum(line.startswith("Sheet of") for line in lines) == 2


def test_the_plain_text_says_everything_in_order() -> None:
    table = alone("33....", "3..4..", ".m....", rooms=("3 A1 A2 B1",), cats=2, circles="B", dice="2 4 cat mouse")
    lines = plain(table)
    assert lines[0] == "Level 1, turn 1: write 3 of these 4."
    assert lines[1] == "Results: 2, 4, cat and mouse; still to write: 3."
    assert lines[3:5] == ["Abilities you can use: Nudge 1.", "Points so far: Ann −24."]
    assert lines[9:11] == [
        "Sheet of Ann, −24 points: rooms 3, cats 2, cheese 2, empty −31.",
        "Row 1: A 3, B 3, C empty, D empty, E empty, F empty.",
    ]
    assert lines[-3:] == [
        "Rooms: 3s A1 A2 B1.",
        "Cat bar: 2 of 10 crossed off; to come: - 3 - 4 - 5 - #.",
        "Cheese eaten: 3 B; left: 1 2 4 5 6 A C D E F.",
    ]


def test_before_a_decision_the_plain_text_is_brief() -> None:
    lines = plain(alone(dice="2 3 4 5").do("place 3 C3"), whole=False)
    assert lines[2] == "Open spaces: C2 B3 D3 C4."
    assert len(lines) == 4


def test_the_plain_text_says_the_areas() -> None:
    assert "Area R: cats 1, mice 1; spaces A1 B1 C1 A2 B2 C2 A3 B3 C3." in plain(alone("cm", level=3))


# What people say


@pytest.mark.parametrize("text", ["4 c2", "4c2", "C2 4", "place 4 C2", "PLACE 4 c2", "4, C2", "write 4 C2"])
def test_short_ways_to_write_a_result(text: str) -> None:
    table = alone(dice="2 4 5 mouse")
    found = said(text, table)
    assert isinstance(found, Meant)
    assert str(found.action) == "place 4 C2"


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("m c2", "place mouse C2"),
        ("mouse C2", "place mouse C2"),
        ("c", "cat"),
        ("take cat", "cat"),
        ("3 up", "use B 3 up"),
        ("nudge 3 up", "use B 3 up"),
        ("b 3 u", "use B 3 up"),
        ("a 3 f6", "use A 3 F6"),
        ("stray 3 f6", "use A 3 F6"),
        ("third wheel a1", "use D A1"),
        ("use d a1", "use D A1"),
        ("use C 5", "use C 5"),
    ],
)
def test_short_ways_to_use_what_there_is(text: str, action: str) -> None:
    found = said(text, alone(dice="2 3 cat mouse", circles="ABCD"))
    assert isinstance(found, Meant)
    assert str(found.action) == action


@pytest.mark.parametrize(("text", "action"), [("d", "done"), ("end", "done"), ("b", "back"), ("take back", "back")])
def test_short_ways_to_end_a_turn(text: str, action: str) -> None:
    table = alone(dice="2 3 4 5").do("place 2 A1", "place 3 A2", "place 4 A3")
    found = said(text, table)
    assert isinstance(found, Meant)
    assert str(found.action) == action


def test_writing_has_a_verb_in_every_language() -> None:
    with speaking("de"):
        found = said("schreibe 4 C2", alone(dice="2 4 5 mouse"))
    assert isinstance(found, Meant)
    assert str(found.action) == "place 4 C2"


@pytest.mark.parametrize("text", ["2 b2", "write 2 b2", "place 2 b2"])
def test_a_number_from_the_cat_bar_is_written_like_a_result(text: str) -> None:
    found = said(text, alone(cats=1, dice="3 4 5 cat").do("cat"))
    assert isinstance(found, Meant)
    assert str(found.action) == "write 2 B2"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("5 c2", "No result that is left shows 5."),
        ("2 f6", "F6 touches no space written with a result this turn (A1)."),
        ("2 a1", "A1 holds 3."),
        ("write 2 a1", "A1 holds 3."),
        ("2 h9", "There is no space H9."),
        ("2 z9", "There is no space Z9."),
        ("z9 mouse", "There is no space Z9."),
        ("place 2 Z9", "There is no space Z9."),
        ("write 2 Z10", "There is no space Z10."),
        ("done", "Results still to use: 2."),
        ("d", "Results still to use: 2."),
        ("nudge 2 up", "B has no circle left: complete a room of 3s first."),
        ("use K 2 B2", "The abilities of this match are A B C D."),
    ],
)
def test_a_refusal_says_why(text: str, reason: str) -> None:
    assert said(text, alone(dice="2 2 3 4").do("place 3 A1")) == NotPossible(reason)


def test_what_is_possible_is_said_in_one_sentence() -> None:
    seen = drawing(alone(dice="2 3 4 5").do("place 3 A1"))
    assert FACE.allowed(seen.view, seen.legal) == (
        "write 2, 4 or 5 into B1 or A2 (2 B1) and take back place 3 A1 (back)"
    )


def test_the_list_says_what_makes_a_room() -> None:
    seen = drawing(alone("2.....", dice="2 3 4 5"))
    labels = {str(action): FACE.label(seen.view, action) for action in seen.legal}
    assert labels["place 2 B1"] == "makes a room"
    assert labels["place 2 C1"] == "place 2 C1"


# Whole matches


def typed(monkeypatch: pytest.MonkeyPatch, lines: Sequence[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_two_people_take_turns_behind_a_curtain(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = HouseOfCats(seats=2, abilities=letters("ABCD"), level=2)
    first = ["list", "1", "list", "1", "list", "1", "done"]
    typed(monkeypatch, ["", *first, "", *first, ""])
    session = TextSession(rules, [Player("Ann"), Player("Bob")], PlainStage(), secret=SECRET)
    session.run()
    out = capsys.readouterr().out
    bobs = out[out.index("Bob, it is your turn") : out.index("Bob> done")]
    assert "Ann is done." in bobs
    assert "Ann writes" not in bobs
    assert "Ann writes" in out[out.index("Bob> done") :]
    assert session.match.state.number == 1


@pytest.mark.usefixtures("registered")
def test_a_whole_match_against_bots_through_a_pipe(purrlor: Purrlor) -> None:
    options = ("--players", "Ann", "--bots", "uniform,uniform", "--level", "3", "--seed", "purr")
    played = purrlor("play", "house-of-cats", *options, lines=["list", "1"] * 400)
    assert (played.code, played.err) == (0, "")
    assert "points" in played.out
    assert "\x1b" not in played.out


@pytest.mark.parametrize("level", [1, *(pytest.param(level, marks=pytest.mark.slow) for level in (2, 3)), 4])
def test_every_screen_fits_80_by_24(level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    screen = Screen(fast=True, console=Console(file=out, width=80, height=24, force_terminal=True, markup=False))
    rules = HouseOfCats(seats=3, level=level)
    session = TextSession(rules, [Player("Ann"), Player("Bob"), Player("Christopher")], screen, secret=SECRET)
    moves = iter(range(60))

    def ask(question: str, *_: Any) -> str:
        if question.startswith("Press"):
            return ""
        return "quit" if next(moves, None) is None else str(session.match.legal(session.match.awaiting.seats[0])[0])

    monkeypatch.setattr(screen, "ask", ask)
    monkeypatch.setattr(session.keeper, "offer", lambda: None)
    session.run()
    pages = out.getvalue().split("\x1b[2J")[1:]
    assert len(pages) > 60
    assert max(page.count("\n") for page in pages[:-1]) <= 22


@pytest.mark.usefixtures("registered")
def test_bots_keep_nobody_waiting_while_their_acts_are_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits: list[int] = []
    typed(monkeypatch, [])
    stage = PlainStage()
    monkeypatch.setattr(stage, "wait", waits.append)
    session = TextSession(HouseOfCats(seats=3), [Player("Ann"), *[Player("Bot", "uniform")] * 2], stage, secret=SECRET)
    session.run()
    assert session.match.view(None).waiting == (False, True, True)
    assert waits == []


def test_done_is_taken_back_while_the_next_one_chooses(purrlor: Purrlor) -> None:
    duel = ("play", "house-of-cats", "--players", "Ann,Bob", "--bots", "none", "--seed", "4", "--abilities", "A,B,C,D")
    ann = ["", "4 a1", "mouse a2", "mouse a3", "done"]
    out = purrlor(*duel, lines=[*ann, "", "undo", "", "back"]).out
    assert "Taken back: done." in out
    assert out.count("Ann, it is your turn.") == 2
