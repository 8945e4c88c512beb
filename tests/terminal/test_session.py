"""What a session does for any game: hidden cards, hints, reviews, times."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Group
from rich.text import Text

from purrlor.core import secret_from_text
from purrlor.games.addi_cats import AddiCats
from purrlor.games.yatzy import Yatzy
from purrlor.games.yatzy.bots.players import OnlyThing
from purrlor.kit import GameKit, kit, registry
from purrlor.kit.bots import Advice
from purrlor.kit.face import Face, notation
from purrlor.kit.player import Player
from purrlor.terminal.files import AnyRecord
from purrlor.terminal.session import TextSession
from purrlor.terminal.stage import Offer, PlainStage

from .conftest import ALONE, WHOLE_GAME, Purrlor
from .peek import KIT, Peek

SECRET = secret_from_text("purr")


def played(game: Any, players: Sequence[Player], lines: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> TextSession:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    monkeypatch.setitem(registry.LOADED, "peek", KIT)
    session = TextSession(game, players, PlainStage(), secret=SECRET)
    session.run()
    return session


def connect(monkeypatch: pytest.MonkeyPatch, adviser: Any) -> None:
    """Let somebody else give Yatzy's hints."""

    def found(_kit: GameKit, _game: object) -> Any:
        return adviser

    monkeypatch.setattr(type(kit("yatzy")), "adviser", found)


def change_face(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    """Let Yatzy look different."""
    changed = replace(kit("yatzy").face(), **changes)

    def found(_kit: GameKit) -> Face:
        return changed

    monkeypatch.setattr(type(kit("yatzy")), "face", found)


def test_the_keyboard_is_passed_on_where_something_is_hidden(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    session = played(Peek(), [Player("Ann"), Player("Bob")], ["", "keep", "", "throw"], monkeypatch)
    out = capsys.readouterr().out
    ann, bob = session.match.state.cards
    assert out.index("Ann, it is your turn") < out.index(f"Your card: {ann}") < out.index("Bob, it is your turn")
    assert f"Your card: {bob}" in out[out.index("Bob, it is your turn") :]


def test_one_person_alone_needs_no_curtain(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    played(Peek(), [Player("Ann"), Player("Bob", "uniform")], ["keep"], monkeypatch)
    assert "it is your turn" not in capsys.readouterr().out


def test_a_short_list_is_shown_with_numbers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    session = played(Peek(), [Player("Ann"), Player("Bob")], ["", "2", "", "1"], monkeypatch)
    assert session.match.state.acts == ("throw", "keep")
    assert "1. keep\n" in capsys.readouterr().out


@pytest.mark.parametrize("typed", ["2.", "2)", " 2. "])
def test_a_number_may_be_typed_as_it_stands_in_the_list(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = played(Peek(), [Player("Ann"), Player("Bob")], ["", typed], monkeypatch)
    assert session.match.state.acts == ("throw", None)


def test_yatzy_hides_nothing_from_two_people(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played(Yatzy(), [Player("Ann"), Player("Bob")], ["roll", "lives", "roll"], monkeypatch)
    assert "it is your turn" not in capsys.readouterr().out


class Fixed:
    """Advises the last action, then the first one, and counts its advice."""

    def __init__(self, many: int) -> None:
        self.many = many

    def advise(self, view: Any, legal: Sequence[Any]) -> Advice:  # noqa: ARG002
        return Advice([(legal[-1], 20.0), (legal[0], 18.5)][: self.many], OnlyThing())


def test_a_hint_names_the_best_and_how_much_better_it_is(purrlor: Purrlor, monkeypatch: pytest.MonkeyPatch) -> None:
    connect(monkeypatch, Fixed(2))
    out = purrlor(*ALONE, lines=["roll", "hint"]).out
    assert "Best: score nine_lives (9 Lives, " in out
    assert "1.50 points more than the next best." in out
    assert "roll is 1.50 points worse." in out
    assert "There is only one thing to do." in out


class Failing:
    """Cannot give a hint."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def advise(self, view: Any, legal: Sequence[Any]) -> Advice:  # noqa: ARG002
        raise self.error


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("no idea"), "No hint this time (ValueError: no idea). The match goes on."),
        (ModuleNotFoundError("No module named 'numba'"), "The match goes on."),
        (KeyboardInterrupt(), "No hint, then. The match goes on."),
    ],
)
def test_a_hint_never_ends_a_match(
    error: BaseException, told: str, purrlor: Purrlor, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect(monkeypatch, Failing(error))
    shown = purrlor(*ALONE, lines=["roll", "hint", "score nine_lives"])
    assert told in shown.out
    assert "nine_lives" in shown.out.split(told)[1] or "9 Lives" in shown.out.split(told)[1]


def test_a_hint_from_nobody_ends_no_match(purrlor: Purrlor, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_kit: GameKit, _game: object) -> Any:
        raise OSError("no memory")

    monkeypatch.setattr(type(kit("yatzy")), "adviser", fails)
    assert "The match goes on." in purrlor(*ALONE, lines=["roll", "hint"]).out


def test_a_hint_with_nothing_to_compare_names_no_points(purrlor: Purrlor, monkeypatch: pytest.MonkeyPatch) -> None:
    connect(monkeypatch, Fixed(1))
    out = purrlor(*ALONE, lines=["roll", "hint"]).out
    assert "Best: score nine_lives (9 Lives, " in out
    assert "points more" not in out


@pytest.mark.parametrize(
    ("many", "best"),
    [(1, "Best: score nine_lives.\n"), (2, "Best: score nine_lives, 1.50 points more than the next best.\n")],
)
def test_a_hint_says_nothing_twice(many: int, best: str, purrlor: Purrlor, monkeypatch: pytest.MonkeyPatch) -> None:
    connect(monkeypatch, Fixed(many))
    change_face(monkeypatch, label=notation)
    assert best in purrlor(*ALONE, lines=["roll", "hint"]).out


class Tips(PlainStage):
    """Keeps what the toolbar and completion would have shown."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def ask(self, question: str, offers: Sequence[Offer] = (), tip: str = "") -> str:
        self.shown += [tip, *(offer.text for offer in offers)]
        return super().ask(question, offers, tip)


@pytest.mark.parametrize(
    ("game", "offered"), [(Yatzy(), True), (AddiCats(seats=2, timed=False), False)], ids=["yatzy", "addi"]
)
def test_a_hint_is_offered_only_where_somebody_can_be_asked(
    game: Any, offered: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\nhelp\nhelp\n"))
    stage = Tips()
    TextSession(game, [Player("Ann"), Player("Bob")], stage, secret=SECRET).run()
    out = capsys.readouterr().out
    assert ("  undo " in out, "  hint " in out) == (True, offered)
    assert any("quit · " in tip for tip in stage.shown)
    assert any("hint" in tip for tip in stage.shown) == offered


def test_without_an_adviser_a_hint_says_so(purrlor: Purrlor, monkeypatch: pytest.MonkeyPatch) -> None:
    connect(monkeypatch, None)
    assert "no hints for this game" in purrlor(*ALONE, lines=["roll", "hint"]).out


def test_a_finished_match_is_reviewed(purrlor: Purrlor, monkeypatch: pytest.MonkeyPatch) -> None:
    def review(record: AnyRecord) -> str:
        return f"A review of {len(record.events)} events"

    change_face(monkeypatch, closing=review)
    assert "A review of 91 events" in purrlor(*ALONE, lines=WHOLE_GAME).out


def test_a_match_is_saved_before_it_is_reviewed(
    purrlor: Purrlor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept.purr"

    def review(_record: AnyRecord) -> str:
        return f"{file.read_text().count('score')} scores are on disk"

    change_face(monkeypatch, closing=review)
    assert "13 scores are on disk" in purrlor(*ALONE, "--record", file, lines=WHOLE_GAME).out


def test_in_plain_lines_a_review_keeps_its_sentences_whole(purrlor: Purrlor, monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = "  round 3, roll 2, 1 3 3 5 6: you kept what a cat would never have kept, and it cost you 7.3 points"

    def review(_record: AnyRecord) -> Group:
        return Group(Text("A review"), Text(sentence))

    change_face(monkeypatch, closing=review)
    assert f"A review\n{sentence}\n" in purrlor(*ALONE, lines=WHOLE_GAME).out


@pytest.mark.slow
def test_yatzy_is_connected_to_its_adviser_and_its_review(purrlor: Purrlor) -> None:
    out = purrlor(*ALONE, lines=["roll", "hint", "lives", *WHOLE_GAME]).out
    assert "Best: " in out
    assert "How well did Ann play?" in out


def test_times_run_on_after_a_pause() -> None:
    clock = iter([100.0, 107.0, 109.5])
    session = TextSession(Yatzy(seats=1), [Player("Ann")], PlainStage(), secret=SECRET, clock=lambda: next(clock))
    assert (session.now, session.now) == (7000, 9500)


@pytest.mark.slow
def test_meow_is_connected_to_its_adviser_and_its_review(purrlor: Purrlor) -> None:
    duel = ("play", "meow", "--players", "Ann", "--bots", "kitten", "--seed", "4")
    out = purrlor(*duel, lines=["hint", "list", "1"]).out
    assert "Best: play" in out
    whole = purrlor("play", "meow", "--players", "none", "--bots", "kitten,kitten", "--seed", "4").out
    assert "points ahead of the others in the end" in whole
