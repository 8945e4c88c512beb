"""`purrlor lab`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from purrlor.kit import GameKit, kit

from .conftest import Purrlor, kept_file

GAME = ("arena", "yatzy", "--seats", "uniform,kitten", "--workers", "1", "--seed", "purr")


@pytest.fixture
def whole(purrlor: Purrlor, tmp_path: Path) -> Path:
    """A run of three portions."""
    file = tmp_path / "whole"
    return kept_file(file, lambda: purrlor(*GAME, "--matches", "60", "--out", file))


def piece(whole: Path, name: str, *numbers: int) -> Path:
    """The same run with only these portions."""
    heading, *portions = whole.read_text().splitlines()
    found = whole.with_name(name)
    found.write_text("\n".join([heading, *(portions[number] for number in numbers)]) + "\n")
    return found


def test_pieces_of_a_run_become_the_whole(purrlor: Purrlor, whole: Path, tmp_path: Path) -> None:
    pieces = piece(whole, "one", 2, 0), piece(whole, "two", 1, 2)
    merged = purrlor("lab", "merge", *pieces, "--out", tmp_path / "both")
    assert (merged.code, merged.err) == (0, "")
    repeated = "20 matches were in more than one file and count once\n"
    assert merged.out == f"{tmp_path / 'both'}: 60 matches from 2 files\n{repeated}"
    assert (tmp_path / "both").read_text() == whole.read_text()


def test_what_is_missing_is_named(purrlor: Purrlor, whole: Path, tmp_path: Path) -> None:
    merged = purrlor("lab", "merge", piece(whole, "one", 2), piece(whole, "two", 0), "--out", tmp_path / "both")
    assert "missing: matches 20 to 39" in merged.out


def refused(purrlor: Purrlor, tmp_path: Path, *runs: Path) -> str:
    merged = purrlor("lab", "merge", *runs, "--out", tmp_path / "both")
    assert (merged.code, merged.out) == (2, "")
    assert not (tmp_path / "both").exists()
    return merged.err


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("seed", "meow", "seed is meow, there it is purr"),
        ("bots", ["tabby", "tiger"], "bots is tabby,tiger, there it is uniform,kitten"),
        ("duplicate", True, "duplicate is True, there it is False"),
        ("options", {"seats": "2"}, "options is seats=2, there it is seats=2 "),
    ],
)
def test_runs_of_different_arenas_say_what_differs(
    purrlor: Purrlor, whole: Path, field: str, value: object, said: str
) -> None:
    heading = json.loads(whole.read_text().splitlines()[0])
    other = whole.with_name("other")
    other.write_text(json.dumps({**heading, field: value}) + "\n")
    complaint = refused(purrlor, whole.parent, whole, other)
    assert complaint.startswith(f"purrlor: {other} is of another arena than {whole}: {said}")


def test_a_part_of_a_portion_counts_once(purrlor: Purrlor, whole: Path, tmp_path: Path) -> None:
    purrlor(*GAME, "--matches", "30", "--out", tmp_path / "short")
    merged = purrlor("lab", "merge", whole, piece(tmp_path / "short", "end", 1), "--out", tmp_path / "both")
    assert merged.code == 0
    assert (tmp_path / "both").read_bytes() == whole.read_bytes()


def test_portions_that_overlap_are_refused(purrlor: Purrlor, whole: Path, tmp_path: Path) -> None:
    overlapping = piece(whole, "overlapping", 0)
    overlapping.write_text(overlapping.read_text().replace('"first":0,"stop":20', '"first":10,"stop":30'))
    assert "match 10 was counted in two portions" in refused(purrlor, tmp_path, whole, overlapping)


def test_files_that_are_not_runs_are_refused(purrlor: Purrlor, whole: Path, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear cat,\n")
    assert "letter is not a run of an arena" in refused(purrlor, tmp_path, whole, tmp_path / "letter")
    assert "cannot read " in (said := refused(purrlor, tmp_path, tmp_path / "nothing"))
    assert "nothing: No such file" in said
    assert "no match is finished in these runs yet" in refused(purrlor, tmp_path, piece(whole, "new"))


def test_a_run_that_is_named_twice_is_refused(purrlor: Purrlor, whole: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(whole)
    for again in (whole, link):
        assert refused(purrlor, tmp_path, whole, again) == f"purrlor: {again} is named twice; name each run once\n"


def test_nothing_is_overwritten(purrlor: Purrlor, whole: Path) -> None:
    before = whole.read_text()
    merged = purrlor("lab", "merge", whole, "--out", whole)
    assert (merged.code, whole.read_text()) == (2, before)


def test_an_arena_shows_results_without_luck(purrlor: Purrlor) -> None:
    arena = ("arena", "meow", "--seats", "kitten,uniform", "--matches", "40", "--workers", "1", "--luck")
    shown = purrlor(*arena)
    assert "luck subtracted" in shown.out
    assert "times fewer" in shown.out
    found = json.loads(purrlor(*arena, "--json").out)
    assert found["bots"][0]["without_luck"]["margin"]["margin95"] < found["bots"][0]["margin"]["margin95"]


def test_where_luck_cancels_an_arena_says_so_instead_of_showing_the_same_figures_again(purrlor: Purrlor) -> None:
    arena = ("arena", "meow", "--seats", "kitten,uniform", "--matches", "40", "--workers", "1", "--luck", "--duplicate")
    shown = purrlor(*arena)
    assert "Luck cancels here: everybody had the same amount" in shown.out
    assert "times fewer" not in shown.out


@pytest.mark.slow
def test_where_all_write_the_same_dice_points_are_shown_without_luck(purrlor: Purrlor) -> None:
    shown = purrlor("arena", "house-of-cats", "--seats", "tabby,tabby", "--matches", "40", "--workers", "1", "--luck")
    below = shown.out[shown.out.index("Luck cancels here") :]
    assert re.search(r"luck subtracted +points +matches for the same ±\n", below)
    assert "times fewer" in below


def test_a_game_without_a_measure_of_luck_says_so(purrlor: Purrlor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(kit("meow")), "luck", GameKit.luck)
    refused = purrlor("arena", "meow", "--seats", "uniform,uniform", "--luck")
    assert refused.err == "purrlor: meow has no measure of luck to subtract\n"


def test_runs_with_and_without_luck_do_not_mix(purrlor: Purrlor, whole: Path, tmp_path: Path) -> None:
    purrlor(*GAME, "--matches", "20", "--luck", "--out", tmp_path / "lucky")
    assert "luck is True, there it is None" in refused(purrlor, tmp_path, whole, tmp_path / "lucky")


def test_the_environments_of_a_game_are_checked(purrlor: Purrlor) -> None:
    checked = purrlor("lab", "check", "yatzy", "--states", "40")
    assert checked.code == 0
    assert checked.out.count(": passed, 40 states\n") == 5


def test_a_check_of_no_states_is_refused(purrlor: Purrlor) -> None:
    assert purrlor("lab", "check", "yatzy", "--states", "0").err == "purrlor: --states is at least 1, not 0\n"


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (("--workers", "0"), "--workers takes at least 1, not 0"),
        (("--decisions", "0"), "--decisions takes at least 1, not 0"),
        (("--rounds", "-1"), "--rounds takes at least 1, not -1"),
        (("--epochs", "0"), "--epochs takes at least 1, not 0"),
        (("-o", "{folder}/none/net.bin"), "there is no folder {folder}/none"),
        (("-o", "{folder}"), "cannot write {folder}: Is a directory"),
    ],
)
def test_training_that_cannot_begin_is_refused_in_one_line(
    purrlor: Purrlor, tmp_path: Path, wrong: tuple[str, str], complaint: str
) -> None:
    old = tmp_path / "net.bin"
    old.write_bytes(b"old")
    option, value = wrong[0], wrong[1].format(folder=tmp_path)
    refused = purrlor("lab", "train", "house-of-cats", "--sheet", "1", "-o", old, option, value)
    assert (refused.code, refused.out, refused.err) == (2, "", f"purrlor: {complaint.format(folder=tmp_path)}\n")
    assert [file.name for file in tmp_path.iterdir()] == ["net.bin"]
    assert old.read_bytes() == b"old"


@pytest.mark.parametrize("rate", ["0", "-1", "nan", "inf", "fast"])
def test_a_rate_is_above_nothing(purrlor: Purrlor, tmp_path: Path, rate: str) -> None:
    refused = purrlor("lab", "train", "meow", "-o", tmp_path / "net.bin", f"--rate={rate}")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == f"purrlor lab train meow: --rate: a number above 0, not {rate}\n"


def test_what_was_trained_is_written(purrlor: Purrlor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def trained(_: object, log: Callable[[str], None]) -> bytes:
        log("done")
        return b"net"

    monkeypatch.setattr("purrlor.games.house_of_cats.bots.training.network_training.train", trained)
    made = purrlor("lab", "train", "house-of-cats", "--sheet", "2", "-o", tmp_path / "net.bin")
    assert (made.code, made.out, made.err) == (0, "done\n", "")
    assert (tmp_path / "net.bin").read_bytes() == b"net"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "40000 512"),
        (("--matches", "3", "--batch", "7"), "3 7"),
    ],
)
def test_meow_learns_with_the_options_given(
    purrlor: Purrlor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], told: str
) -> None:
    def trained(effort: Any, log: Callable[[str], None]) -> bytes:
        log(f"{effort.matches} {effort.batch}")
        return b"net"

    monkeypatch.setattr("purrlor.games.meow.bots.training.policy_training.train", trained)
    made = purrlor("lab", "train", "meow", *words, "-o", tmp_path / "net.bin")
    assert (made.code, made.out) == (0, f"{told}\n")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("chess", "a", "b"), "there is no game chess"),
        (
            ("yatzy", "tabby", "kitten"),
            "yatzy brings no duels; `purrlor arena yatzy` plays its bots",
        ),
        (("house-of-cats", "lynx"), "a duel needs at least two of: tomcat, "),
        (("house-of-cats", "lynx", "lion"), "lion is none of: tomcat, "),
        (("house-of-cats", "lynx", "lynx", "--variants", "1,7"), "7 is none of: 1, 2, 3 "),
        (("house-of-cats", "lynx", "lynx", "--matches", "0"), "--matches takes at least 1, not 0\n"),
        (("house-of-cats", "lynx", "lynx", "--workers", "0"), "--workers takes at least 1, not 0\n"),
        (("house-of-cats", "lynx", "lynx", "--resume"), "--resume goes on with the run in --out FILE"),
    ],
)
def test_a_duel_that_cannot_begin_is_refused_in_one_line(
    purrlor: Purrlor, words: tuple[str, ...], complaint: str
) -> None:
    refused = purrlor("lab", "duel", *words)
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert refused.err.startswith(f"purrlor: {complaint}")


@pytest.mark.slow
def test_a_duel_goes_on_where_it_stopped(purrlor: Purrlor, tmp_path: Path) -> None:
    words = ("lab", "duel", "house-of-cats", "tomcat-strict", "tomcat-strict", "--variants", "1", "--out")
    first = purrlor(*words, tmp_path / "a", "--matches", "2")
    assert first.code == 0
    assert f"purrlor: {tmp_path / 'a'} exists already" in purrlor(*words, tmp_path / "a", "--matches", "2").err
    assert purrlor(*words, tmp_path / "a", "--matches", "3", "--resume").code == 0
    assert purrlor(*words, tmp_path / "b", "--matches", "3", "--workers", "2").code == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_an_arena_writes_the_same_file_with_any_number_of_workers(purrlor: Purrlor, tmp_path: Path) -> None:
    """The second one is interrupted after a while, and goes on with other portions."""
    arena = ("arena", "yatzy", "--seats", "kitten,uniform")
    assert purrlor(*arena, "--matches", "45", "--workers", "1", "--out", tmp_path / "a").code == 0
    assert purrlor(*arena, "--matches", "7", "--workers", "1", "--out", tmp_path / "b").code == 0
    assert purrlor(*arena, "--matches", "45", "--workers", "2", "--out", tmp_path / "b", "--resume").code == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert [json.loads(line)["stop"] for line in (tmp_path / "a").read_text().splitlines()[1:]] == [20, 40, 45]
