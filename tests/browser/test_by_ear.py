"""A whole match of every game from the accessibility tree alone: what a screen reader announces, buttons and keys."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from purrlor.kit import games

from .conftest import Enter
from .house import SMALL_SHEET
from .parlour import Parlour
from .screen_reader import Listener

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

LIST = r"Possible moves as a list \(\d+\)"


def test_every_game_is_played_by_ear() -> None:
    tested = [name for name in globals() if name.startswith("test_")]
    assert all(any(each.startswith(f"test_{game.replace('-', '_')}") for each in tested) for game in games())


def sit(enter: Enter, parlour: Parlour, game: str, *bots: str, **options: str) -> Listener:
    ann = enter(parlour, "Ann")
    seats = [{"kind": "person"}, *({"kind": "bot", "level": level} for level in bots)]
    listener = Listener(ann)
    listener.arrive(
        ann.make_table(game, seats, lesson="by ear", options={"first": "1", **options} if bots else options)
    )
    return listener


def items(line: str) -> list[str]:
    """`Boxes now: Aces 3, Twos 0 and 9 Lives 17.` has three."""
    return re.split(r", | and ", line.partition(": ")[2].rstrip("."))


def test_yatzy(parlour: Parlour, enter: Enter) -> None:
    ann, written = sit(enter, parlour, "yatzy"), dict[str, int]()

    def move(heard: Sequence[str]) -> str:
        if len(heard) == 1:
            return "Roll all five dice"
        box, points = max((item.rsplit(" ", 1) for item in items(heard[1])), key=lambda item: int(item[1]))
        written[box] = int(points)  # again while the page waits for the answer
        return rf"{re.escape(box)}: {points} points?"

    ann.press(LIST, "DisclosureTriangle")
    ann.play(move)
    assert len(written) == 13
    assert int(ann.ask("scores")[0].removeprefix("Totals: Ann ").rstrip(".")) in (
        sum(written.values()),
        sum(written.values()) + 35,
    )
    ann.keep("yatzy")


def test_meow(parlour: Parlour, enter: Enter) -> None:
    ann = sit(enter, parlour, "meow", "uniform")
    ann.press(LIST, "DisclosureTriangle")

    def move(heard: Sequence[str]) -> str:
        """The lowest card of those that the answers name."""
        followed = re.fullmatch(r"To play: follow (\w+) with ([\d ]+)\.", heard[0])
        held = items(ann.ask("hand")[0])
        colour, ranks = (followed[1], followed[2]) if followed else held[0].split(" ", 1)
        return f"Play {colour} {ranks.split(' ')[0]}"

    ann.play(move)
    assert sum(line.startswith("> Play ") for line in ann.transcript) == 27
    assert re.fullmatch(r"Points: Ann has (minus )?\d+ and Woolly has (minus )?\d+\.", ann.ask("scores")[0])
    ann.keep("meow")


def test_house_of_cats(parlour: Parlour, enter: Enter) -> None:
    ann = sit(enter, parlour, "house-of-cats", level="1", sheet=SMALL_SHEET)
    ann.press(LIST, "DisclosureTriangle")

    def move(heard: Sequence[str]) -> str:
        spaces = next((items(line)[0].split() for line in heard if line.startswith("Open spaces: ")), list[str]())
        if "all is written" in heard[0]:
            return "Done"
        return rf"Write .* into {spaces[0]}" if spaces else r"(?!Back|Take back|Hint|The rules|What|Whose|How)\w.*"

    ann.play(move)
    total = re.match(r"Sheet of Ann, (\S+) points?", ann.ask("scores")[0])
    assert total
    assert any(line.startswith("Row 1: A ") and "empty" not in line for line in ann.ask("hand"))
    ann.keep("house-of-cats")


def test_addi_cats_without_a_clock(parlour: Parlour, enter: Enter) -> None:
    ann = sit(
        enter, parlour, "addi-cats", "ten-year-old", "ten-year-old",
        timed="false", actions="", numbers_up_to="5", most_cards="12",
    )  # fmt: skip

    def made(item: str) -> int | None:
        card = re.search(r" (\d+)(?:\+(\d+))? \(pile", item)
        return int(card[1]) + int(card[2] or 0) if card else None

    def move(heard: Sequence[str]) -> str:
        """Hit where your own sum lies on the table twice."""
        if "turn" in heard[0]:
            return r"Turn your next card: \d+"
        own, *others = map(made, items(ann.ask("table")[0]))
        return "Hit!" if own is not None and own in others else "Let it be"

    ann.press("Sounds say where cards lie", "checkbox")
    ann.press("Hear the table")
    ann.play(move)
    assert ann.ask("scores")[0].startswith("Cards left: Ann ")
    ann.keep("addi-cats")


def test_letters_can_be_switched_off_and_are_listed(parlour: Parlour, enter: Enter) -> None:
    ann = sit(enter, parlour, "yatzy")
    page = ann.page
    page.get_by_role("button", name="How to play").click()
    keys = page.get_by_role("dialog")
    expect(keys.get_by_role("definition")).to_have_text(
        ["What do I have?", "What lies on the table?", "What may I do?", "Whose turn, who leads?", "How many points?"]
    )
    expect(keys).to_contain_text("R rolls")
    assert ann.person.violations() == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("checkbox", name="Letters ask the table: I, T, A, W, S").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    page.get_by_text("Ask the table").click()
    page.get_by_role("button", name="What may I do?").click()
    assert [text for _, text in ann.until(ann.told)] == ["You may roll all five dice."]
