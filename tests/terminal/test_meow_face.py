"""How MEOW looks and what it understands: never in colour alone, and never somebody else's hand."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from rich.console import Console

from purrlor.core import Seat, secret_from_text
from purrlor.games.meow import Card, Meow, Pile, Play, Played, State, Trick, View, parse_card, parse_token
from purrlor.games.meow.terminal.face import FACE, Drawing, short_name
from purrlor.kit import kit
from purrlor.kit.face import Scene
from purrlor.kit.player import Player
from purrlor.terminal.screen import Screen
from purrlor.terminal.session import TextSession
from purrlor.terminal.stage import plain_text
from purrlor.terminal.typed_input import Meant, NotPossible, Unclear, Understood, understand

from .conftest import Purrlor

NAMES = ("Ann", "Christopher", "Tabby", "Dörte", "猫猫猫猫", "Flo")
HAND = "P3 P7 B4 B7 B12 G1 G11 G18"
ANN, NEXT, THIRD = Seat(0), Seat(1), Seat(2)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game, with nobody to play against but chance."""

    def nobody(_: object) -> tuple[()]:
        return ()

    monkeypatch.setattr(type(kit("meow")), "bots", nobody)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, text.split()))


def plays(text: str, first: Seat, seats: int) -> tuple[Played, ...]:
    return tuple(Played(Seat((first + place) % seats), card) for place, card in enumerate(cards(text)))


def table(
    seats: int = 3, *, hand: str = HAND, trick: str = "B9 B17", piles: str = "+5 +8/fish -3 -10/vase vase"
) -> State:
    """Ann is to play in the second trick; the next seat leads it."""
    past = Trick(plays(" ".join(["B2", "B16", "P5", "B8", "B5", "G2"][:seats]), ANN, seats), NEXT, parse_token("fish"))
    lying = cards(trick)
    return replace(
        Meow(seats=seats).initial(),
        box=tuple(map(parse_token, ["-4", "+2", "vase", "vase", *["+1"] * 14])),
        holder=ANN,
        hands=(cards(hand), *((),) * (seats - 1)),
        turn=ANN,
        row=tuple(map(parse_token, ["-2", "+9", "vase", "+1", "-1", "+6", "fish", "+3"])),
        trick=tuple(Played(Seat(seats - len(lying) + place), card) for place, card in enumerate(lying)),
        tricks=(past,),
        piles=tuple(Pile(tuple(map(parse_token, text.split()))) for text in (piles + "/" * seats).split("/")[:seats]),
    )


def scene(state: State | None = None) -> Scene:
    state = state or table()
    game = Meow(seats=len(state.piles))
    return Scene(kit("meow").face(), game.view(state, ANN), game.legal(state, ANN), NAMES[: game.seats])


def drawing(state: State | None = None) -> Drawing:
    shown = scene(state)
    return Drawing(shown.view, shown.legal, shown.names)


def line(text: str, *, of: Drawing) -> str:
    return next(line for line in plain_text(of).splitlines() if text in line)


def seat_line(name: str, *, of: Drawing) -> str:
    return next(line for line in plain_text(of).splitlines() if line.lstrip(" ▶").startswith(f"{name} "))


def said(text: str, state: State | None = None) -> Understood:
    return understand(text, Meow(seats=3), scene(state))


# The drawing


@pytest.mark.parametrize("width", [60, 70, 78, 79, 80, 100, 132])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_drawing_fits_the_terminal(seats: int, width: int) -> None:
    full = "+5 +8 +10/fish -3 -10 vase vase/-10 -8 -6 -5 -4 -3 -2 -1/fish fish fish -10 -8"
    hand = "P3 P10 P11 B12 B14 B15 G16 G17 G18"
    lines = drawing(table(seats, hand=hand, trick="", piles=full)).lines(width)
    assert max(cell_len(line.plain) for line in lines) <= width
    assert len(lines) <= 16


def test_a_narrow_terminal_shows_the_whole_hand_and_all_points() -> None:
    hand = "P13 P10 P11 B12 B14 B15 G16 G17 G18"
    shown = drawing(table(2, hand=hand, trick="", piles="fish -3 -10/-10 -8 -6 -5 -4"))
    lines = [line.plain for line in shown.lines(60)]
    assert sum(all(card in line for card in hand.split()) for line in lines) == 1
    top = next(number for number, line in enumerate(lines) if "Player" in line)
    assert [line.split()[-1] for line in lines[top : top + 3]] == ["Points", "−3", "−33"]


def test_cards_that_may_be_played_have_a_frame() -> None:
    hand = line("│ B4 │", of=drawing())
    assert "│ B4 ││ B7 ││ B12 │" in hand
    assert "│ P3 │" not in hand
    assert "P3" in hand


def test_a_player_who_leads_may_play_everything() -> None:
    assert line("│ B4 │", of=drawing(table(trick=""))).count("│") == 2 * len(HAND.split())


def test_nothing_is_framed_while_others_play() -> None:
    state = replace(table(), turn=NEXT)
    assert "│" not in plain_text(drawing(state))


def test_a_star_marks_who_wins_this_trick_and_who_won_the_last() -> None:
    shown = drawing(table(trick="B18 B1"))
    assert "B18  ★ B16" in seat_line("Christopher", of=shown)
    assert "★ B1     P5" in seat_line("Tabby", of=shown)


def test_the_token_at_stake_is_bracketed_and_those_gone_name_their_taker() -> None:
    tokens, takers = (line.plain for line in drawing().lines(80)[2:4])
    assert tokens.split()[:5] == ["fish", "[", "−2", "]", "+9"]
    assert takers.split() == ["Christ…", "at", "stake"]


def test_the_heading_tells_round_trick_and_who_leads() -> None:
    state = table()
    assert "Round 1 of 3 · trick 2 of 9 · Christopher led blue" in line("MEOW", of=drawing(state))
    assert "Ann leads · Ann began the round" in line("MEOW", of=drawing(table(trick="")))


def test_a_player_who_could_not_follow_is_void() -> None:
    assert seat_line("Tabby", of=drawing()).split()[1:5] == ["★", "B17", "P5", "B"]


@pytest.mark.parametrize(
    ("pile", "resolved"),
    [
        ("+5 +8", ["+13", "13"]),
        ("fish -3 -10", ["−3", "−10", "−3"]),
        ("fish fish -3", ["−3,", "hungry", "0"]),
        ("vase", ["1", "0"]),
        ("vase vase", ["2", "−20", "−20"]),
        ("-10 -8 -6 -5 -4", ["−33", "in", "5", "−33"]),
    ],
)
def test_fish_and_vases_are_resolved(pile: str, resolved: list[str]) -> None:
    assert seat_line("Ann", of=drawing(table(2, trick="B9", piles=pile))).split()[3:] == resolved


def test_every_card_bears_its_letter() -> None:
    shown = plain_text(drawing())
    assert all(card in shown for card in (*HAND.split(), "B9", "B17", "B2", "B16", "P5"))


def test_a_spectator_sees_no_hand() -> None:
    view = Meow(seats=3).view(table(), None)
    shown = plain_text(FACE.draw(view, (), NAMES[:3]))
    assert "Hand" not in shown
    assert "G11" not in shown


def test_the_end_crowns_the_winner() -> None:
    state = replace(table(), turn=None, row=(), box=(), trick=(), hands=((), (), ()))
    shown = drawing(state)
    assert "Ann wins with 13 points." in line("MEOW", of=shown)
    assert "★13" in seat_line("Ann", of=shown)


def test_a_number_at_the_end_of_a_long_name_stays() -> None:
    assert short_name("Marmalade 2", 7) == "Marma…2"
    assert short_name("猫猫猫猫", 7) == "猫猫猫…"
    assert short_name("Ann", 7) == "Ann"


# The plain form


def test_the_plain_text_has_a_fixed_order() -> None:
    shown = scene()
    starts = ("Round 1 of 3", "At stake: ", "Trick: ", "Hand: ", "To play: ", "Points: ", "Last trick: ", "Pile of Ann")
    lines = FACE.plain(shown.view, shown.legal, shown.names)
    assert [line.startswith(start) for line, start in zip(lines, starts, strict=False)] == [True] * len(starts)


@pytest.mark.parametrize(
    "sentence",
    [
        "At stake: fishbone minus 2. Then bowl 9, vase, bowl 1, fishbone minus 1, bowl 6, fish, bowl 3.",
        "Trick: blue 9 by Christopher, blue 17 by Tabby. Tabby is winning.",
        "Hand: pink 3 7, blue 4 7 12, green 1 11 18.",
        "To play: follow blue with 4 7 12.",
        "Points: Ann has 13, Christopher has minus 3 and Tabby has minus 20.",
        "Last trick: blue 2 by Ann, blue 16 by Christopher, pink 5 by Tabby. Christopher took fish.",
        "Pile of Christopher: fishbones minus 3, eaten by fish minus 10; points minus 3.",
        "Pile of Tabby: vases 2 cost 20; points minus 20.",
        "Tabby has no blue.",
    ],
)
def test_the_plain_text_says(sentence: str) -> None:
    shown = scene()
    assert sentence in FACE.plain(shown.view, shown.legal, shown.names)


@pytest.mark.parametrize(
    ("hand", "trick", "duty"), [(HAND, "", "lead any card"), ("P3 G1", "B9 B17", "no blue, play any")]
)
def test_the_plain_text_says_when_everything_may_be_played(hand: str, trick: str, duty: str) -> None:
    shown = scene(table(hand=hand, trick=trick))
    assert any(f"To play: {duty}" in line for line in FACE.lines(shown.view, shown.legal, shown.names))


# What people type


@pytest.mark.parametrize("typed", ["play B12", "b12", "B 12", "12", "blue 12", "12 blue", "12b", "play 12"])
def test_short_forms(typed: str) -> None:
    assert said(typed) == Meant(Play(parse_card("B12")))


@pytest.mark.parametrize("typed", ["g", "green", "gr", "play green"])
def test_a_colour_is_enough_if_only_one_card_of_it_may_be_played(typed: str) -> None:
    assert said(typed, table(hand="P3 P4 G5")) == Meant(Play(parse_card("G5")))


def test_a_rank_that_fits_two_cards_is_unclear() -> None:
    assert said("7", table(trick="")) == Unclear([Play(parse_card("P7")), Play(parse_card("B7"))])


@pytest.mark.parametrize("typed", ["p", "pink"])
def test_a_colour_lists_its_cards(typed: str) -> None:
    assert said(typed, table(trick="")) == Unclear([Play(parse_card("P3")), Play(parse_card("P7"))])


@pytest.mark.parametrize("typed", ["1", "1 green", "green 1", "1g", "g1", "1 g", "1 gr"])
def test_a_rank_is_never_cut_short(typed: str) -> None:
    assert isinstance(said(typed, table(hand="P3 G18")), NotPossible)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("g11", "You must follow blue."),
        ("3", "You must follow blue."),
        ("green", "You must follow blue."),
        ("b18", "You have no blue 18."),
        ("15", "You have no 15."),
        ("play g19", "is not a card"),
        ("purr", "I do not understand"),
    ],
)
def test_a_refusal_says_why(typed: str, reason: str) -> None:
    answer = said(typed)
    assert isinstance(answer, NotPossible)
    assert reason in answer.reason


def test_cards_that_experts_leave_out_are_not_in_play() -> None:
    game = Meow(seats=3, expert=True)
    assert FACE.why_not(game.view(table(), ANN), Play(parse_card("G9"))) == "There is no green 9 in this match."


@pytest.mark.parametrize(
    ("card", "trick", "label"),
    [
        ("B12", "B9 B17", "blue 12, does not win"),
        ("B12", "B9 B11", "blue 12, takes the fishbone minus 2"),
        ("B12", "B9", "blue 12, takes the fishbone minus 2"),
        ("G1", "", "green 1"),
    ],
)
def test_a_label_says_what_a_card_would_do(card: str, trick: str, label: str) -> None:
    view = scene(table(1 + len(trick.split()) if trick else 3, trick=trick)).view
    assert FACE.label(view, Play(parse_card(card))) == label


def test_a_label_says_if_others_come_after() -> None:
    view: View = replace(scene().view, trick=(Played(THIRD, parse_card("B9")),))
    assert FACE.label(view, Play(parse_card("B12"))) == "blue 12, wins so far"


def test_every_legal_card_is_understood_by_its_notation_and_by_its_name() -> None:
    shown = scene(table(trick=""))
    assert shown.legal
    for action in shown.legal:
        for text in (str(action), str(action.card).lower(), FACE.named(action), FACE.also(action)[-1]):
            assert understand(text, Meow(seats=3), shown) == Meant(action)


# Whole matches

ALONE = ("play", "meow", "--players", "Ann", "--bots", "uniform,uniform", "--seed", "purr")
FIRST_CARDS = ("list", "1") * 27


def test_a_whole_match_through_a_pipe(purrlor: Purrlor) -> None:
    played = purrlor(*ALONE, lines=FIRST_CARDS)
    assert played.code == 0
    assert "Round 3 of 3, trick 9 of 9" in played.out
    assert "Pile of Ann: " in played.out
    assert "\x1b" not in played.out


@pytest.mark.parametrize("seats", [2, 6])
def test_bots_alone_play_to_the_end(purrlor: Purrlor, seats: int) -> None:
    bots = ",".join(["uniform"] * seats)
    played = purrlor("play", "meow", "--players", "none", "--bots", bots, "--seed", "x")
    assert "win" in played.out or "share" in played.out


def test_two_people_see_their_own_hand_only(purrlor: Purrlor) -> None:
    lines = ["", "list", "1", "", "view"]
    out = purrlor("play", "meow", "--players", "Ann,Bob", "--first", "1", "--seed", "purr", lines=lines).out
    ann, bob = out[: out.index("Bob, it is your turn")], out[out.index("Bob, it is your turn") :]
    hands = {next(line for line in part.splitlines() if line.startswith("Hand: ")) for part in (ann, bob)}
    assert len(hands) == 2
    assert {line for line in bob.splitlines() if line.startswith("Hand: ")} < hands


@pytest.mark.parametrize("people", [2, 4, 6])
def test_every_screen_fits_80_by_24(monkeypatch: pytest.MonkeyPatch, people: int) -> None:
    out = io.StringIO()
    screen = Screen(fast=True, console=Console(file=out, width=80, height=24, force_terminal=True, markup=False))
    lines = iter([*["purr", "list", "1"] * 4 * people, "quit", "no"])

    def typed(question: str, offers: Sequence[Any] = (), tip: str = "") -> str:
        assert cell_len(tip) < 80
        return next(lines) if offers or "Save" in question else ""

    monkeypatch.setattr(screen, "ask", typed)
    players = [Player(name) for name in NAMES[:people]]
    TextSession(Meow(seats=people), players, screen, secret=secret_from_text("x")).run()
    pages = out.getvalue().split("\x1b[2J")[1:]
    assert max(page.count("\n") for page in pages[:-1]) <= 22
