"""A race with a clock of its own: keys and ticks go in, pictures come out."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from purrlor.core import Fate, Fates, Match, Millis, Seat, fate_key, secret_from_text
from purrlor.core.reason import Refused
from purrlor.games.addi_cats import AddiCats, parse_card
from purrlor.games.addi_cats.cards import card_value
from purrlor.games.addi_cats.terminal.race import KEYS, QUIET, AddiMatch, KeyboardRace, RaceStage, Stopwatch
from purrlor.games.addi_cats.terminal.race_screen import RaceSession, drawn
from purrlor.kit import Bot, level
from purrlor.kit.player import Player
from purrlor.lab.playout import play_out
from purrlor.terminal.play import session_for
from purrlor.terminal.session import TextSession
from purrlor.terminal.stage import PlainStage

SMALL = AddiCats(seats=3, first=Seat(0), numbers_up_to=5, actions=(), pace=1000)
NAMES = ("Ann", "Bob", "Cleo")


class Clock:
    """Seconds that pass when we say so."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


class Trial:
    """A race of people with cards that come up in this order, seat by seat."""

    def __init__(self, cards: str, rules: AddiCats = SMALL, bots: dict[Seat, Bot[Any, Any]] | None = None) -> None:
        self.clock = Clock()
        match = Match(rules, Fates(fate_key(b"purr")), [dealt(rules, cards)])
        sources = {Seat(seat): Random(seat) for seat in range(rules.seats)}
        self.race = KeyboardRace(match, NAMES[: rules.seats], bots or {}, sources, self.clock)

    def after(self, millis: int, *keys: str) -> Trial:
        """Press these keys after this time."""
        self.clock.seconds += millis / 1000
        self.race.tick()
        for key in keys:
            self.race.press(key)
        return self

    def turned(self, count: int) -> Trial:
        """Press Space `count` times, each time as soon as it is possible."""
        self.after(0, " ")
        for _ in range(count):
            self.after(SMALL.pace + 1, " ")
        return self

    @property
    def words(self) -> str:
        return "\n".join(line.plain for line in self.race.frame().lines)

    @property
    def status(self) -> str:
        return self.race.frame().status or ""

    @property
    def left(self) -> list[int]:
        return [place.face_down + len(place.pile) for place in self.race.view.places]


def dealt(rules: AddiCats, cards: str) -> Fate:
    first = [parse_card(word) for word in cards.split()]
    rest = list(rules.cards)
    for card in first:
        rest.remove(card)
    return Fate(tuple(card_value(card) for card in (*first, *rest)))


def test_nothing_happens_before_somebody_starts() -> None:
    trial = Trial("1+2 5 2+1").after(60_000)
    assert trial.race.view.cards_turned == 0
    assert trial.status == "Space starts the race"


def test_space_turns_the_card_of_the_player_to_move() -> None:
    trial = Trial("1+2 5 2+1").turned(2)
    assert [str(place.pile[-1]) for place in trial.race.view.places if place.pile] == ["1+2", "5"]


def test_the_fastest_gives_their_cards_and_the_correction_card_says_why() -> None:
    trial = Trial("1+2 5 2+1").turned(3).after(412, "l", "o").after(50)
    assert "Bob was greedy" in trial.words
    trial = Trial("1+2 5 2+1").turned(3).after(412, "c").after(50)
    assert trial.words == "Cleo was fastest: 0.41 s. Cards for Ann: 1.\n3 = 1+2 = 2+1"
    assert trial.left == [13, 11, 10]


def test_a_greedy_hit_is_explained_with_what_lay_open() -> None:
    trial = Trial("1+2 5 2+2").turned(3).after(300, "s").after(50)
    assert trial.words == "Ann was greedy: no two sums were equal. Cards taken: 3.\nFace up: 1+2 = 3, 5, 2+2 = 4."


def test_cards_that_a_verdict_took_are_still_shown_until_the_next_one() -> None:
    trial = Trial("1+2 5 2+1").turned(3).after(412, "c").after(50)
    assert {number: str(card) for number, card in trial.race.ghosts.items()} == {0: "1+2", 2: "2+1"}
    assert trial.after(1100, " ").race.ghosts == {}


def test_a_press_has_the_time_at_which_it_arrived() -> None:
    trial = Trial("1+2 5 2+1").turned(3)
    shown = trial.race.match.now
    trial.after(777, "s")
    assert trial.race.match.now == shown + 777


def test_head_beats_body_in_the_same_moment() -> None:
    trial = Trial("1+2 5 2+1").turned(3).after(400, "s").after(10, "f").after(50)
    assert "Cleo was fastest" in trial.words


def test_a_key_that_is_held_down_counts_once() -> None:
    trial = Trial("1+2 5 2+1 4 1+3").turned(3).after(400, "s").after(50)
    before = trial.left
    for _ in range(30):
        trial.after(33, "s")
    assert trial.left == before
    assert "Ann was fastest" in trial.words


def test_after_a_rest_the_key_counts_again() -> None:
    trial = Trial("1+2 5 2+2").turned(3).after(100, "s").after(QUIET + 2000, " ").after(QUIET, "s").after(50)
    assert trial.words.startswith("Ann was greedy")


def test_capital_letters_count() -> None:
    assert "Cleo was fastest" in Trial("1+2 5 2+1").turned(3).after(412, "C").after(50).words


def test_space_too_early_is_answered() -> None:
    trial = Trial("1+2 5 2+1").turned(1).after(100, " ")
    assert trial.status == "Not yet: everybody looks first."


def test_a_hit_where_nothing_lies_open_is_answered() -> None:
    assert Trial("1+2 5 2+1").after(0, " ").after(10, "s").status == "Ann, no card lies open."


def test_a_player_who_sleeps_has_their_card_turned() -> None:
    trial = Trial("1+2 5 2+1").after(0, " ").after(10_002)
    assert trial.race.view.cards_turned == 1
    assert "sleeps" in trial.words


def test_the_watch_stands_still_while_we_are_asked() -> None:
    trial = Trial("1+2 5 2+1").turned(3).after(200, "q")
    assert trial.status.startswith("Leave?")
    shown = trial.race.match.now
    trial.after(60_000, "x").after(100, "s")
    assert trial.race.match.now == shown + 300


def test_q_twice_leaves() -> None:
    assert Trial("1+2 5 2+1").turned(3).after(200, "q").after(200, "q").race.stage is RaceStage.LEFT


def test_control_c_leaves_at_once() -> None:
    assert Trial("1+2 5 2+1").turned(1).after(200, "c-c").race.stage is RaceStage.LEFT


def test_the_clock_counts_aloud() -> None:
    rules = replace(SMALL, actions=("clock",))
    trial = Trial("clock 5 2+2", rules).after(0, " ").after(0, " ").after(1200)
    assert trial.status == "CLOCK! All turn a card in 2…"


def test_a_match_goes_on_where_it_was_left() -> None:
    trial = Trial("1+2 5 2+1").turned(2)
    again = KeyboardRace(trial.race.match, NAMES, {}, {}, Clock())
    again.press(" ")
    assert again.watch.now == trial.race.match.now


def test_when_it_is_over_the_picture_says_who_has_won() -> None:
    trial = Trial("1+2 5 4+4", replace(SMALL, most_cards=3)).turned(3).after(5000)
    assert trial.race.stage is RaceStage.OVER
    assert "share the victory" in trial.status


def test_a_stopwatch_counts_only_while_it_runs() -> None:
    clock = Clock()
    watch = Stopwatch(clock, Millis(500))
    clock.seconds += 1
    watch.start()
    clock.seconds += 2
    watch.stop()
    clock.seconds += 4
    assert watch.now == 2500


@pytest.mark.parametrize(
    "seats", [["adult", "champion", "ten-year-old"], ["uniform", "adult", "six-year-old", "adult"]]
)
def test_bots_play_as_in_the_arena(seats: list[str]) -> None:
    rules = AddiCats(seats=len(seats), most_cards=200)
    bots = {Seat(seat): level("addi-cats", name).make(rules) for seat, name in enumerate(seats)}
    sources = {Seat(seat): Random(f"x/seat/{seat}") for seat in bots}
    match: AddiMatch = Match(rules, Fates(fate_key(secret_from_text("x"))))
    clock = Clock()
    race = KeyboardRace(match, seats, bots, sources, clock)
    race.press(" ")
    while not race.done:
        clock.seconds += race.wake_in() or 0
        race.tick()
    assert match.log == play_out(rules, list(bots.values()), "x").log


def test_everybody_has_keys_of_their_own() -> None:
    keys = [key for pair in KEYS for key in pair]
    assert len(set(keys)) == 8
    assert not {"q", " "} & set(keys)


@pytest.mark.parametrize("seats", [2, *(pytest.param(seats, marks=pytest.mark.slow) for seats in (3, 4, 5)), 6])
def test_every_picture_fits_80_by_24(seats: int) -> None:
    rules = AddiCats(seats=seats)
    match: AddiMatch = Match(rules, Fates(fate_key(secret_from_text("x"))))
    names = [f"Grandmother Christina {seat}" for seat in range(seats)]
    bots = {Seat(seat): level("addi-cats", "adult").make(rules) for seat in range(seats)}
    clock = Clock()
    race = KeyboardRace(match, names, bots, {seat: Random(seat) for seat in bots}, clock)
    race.press(" ")
    console = Console(width=80, height=24, file=io.StringIO())
    for _ in range(150):
        clock.seconds += race.wake_in() or 0
        race.tick()
        lines = console.render_lines(drawn(race.frame()), pad=False)
        assert len(lines) <= 24
        assert max(sum(segment.cell_length for segment in line) for line in lines) <= 80


def session(players: Sequence[Player]) -> RaceSession:
    return RaceSession(AddiCats(seats=len(players)), players, PlainStage(), secret=b"x")


def test_people_need_a_screen() -> None:
    with pytest.raises(Refused, match="--no-timed"):
        session([Player("Ann"), Player("Adult", "adult"), Player("Bob")]).run()


def test_a_keyboard_has_room_for_four() -> None:
    with pytest.raises(Refused, match="room for 4 people"):
        session([Player(name) for name in "ABCDE"]).run()


def test_bots_alone_play_in_no_time(capsys: pytest.CaptureFixture[str]) -> None:
    session([Player(name, "ten-year-old") for name in ("Ann", "Bob", "Cleo")]).run()
    told = capsys.readouterr().out
    assert "goes first" in told
    assert "How did Ann react?" in told


def test_only_a_timed_game_is_a_race() -> None:
    assert session_for(AddiCats()) is RaceSession
    assert session_for(AddiCats(timed=False)) is TextSession


SCRIPT = """
from pathlib import Path
from purrlor.core import Seat, secret_from_text
from purrlor.games.addi_cats import AddiCats
from purrlor.games.addi_cats.terminal.race_screen import RaceSession
from purrlor.kit.player import Player
from purrlor.terminal.stage import choose_stage
players = [Player("Ann"), Player("Bob"), Player("Adult", "adult")]
rules = AddiCats(seats=3, first=Seat(0), pace=200)
RaceSession(rules, players, choose_stage(), secret=secret_from_text("y"), file=Path("kept.purr")).run()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="pexpect needs a pty")
def test_the_real_screen(tmp_path: Path) -> None:
    import pexpect  # type: ignore[import-untyped]

    environment = {**os.environ, "TERM": "xterm-256color", "PURRLOR_DATA": str(tmp_path)}
    spawn: Any = vars(pexpect)["spawn"]
    child = spawn(
        sys.executable, ["-c", SCRIPT], env=environment, dimensions=(24, 80), encoding="utf-8", timeout=120,
        cwd=str(tmp_path),
    )  # fmt: skip
    child.expect("Space starts the race")
    child.send(" ")
    child.expect("Ann, turn a card: Space")
    child.send(" ")
    child.expect("Look! Then Bob turns.")
    child.send("s")
    child.expect("Ann was greedy")
    child.send("q")
    child.expect("Leave")
    child.send("q")
    child.expect("purrlor play --resume kept.purr")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "seat1 hit body" in (tmp_path / "kept.purr").read_text(encoding="utf-8")
