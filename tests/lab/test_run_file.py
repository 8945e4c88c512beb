import json
from dataclasses import replace
from pathlib import Path

import pytest

from purrlor.core.reason import Refused
from purrlor.games.yatzy import Yatzy
from purrlor.lab.arena import Arena, play_portion
from purrlor.lab.run_file import Run, RunWriter, heading, mend_end, merge_runs, read_run

ARENA = Arena(Yatzy(seats=2), ("uniform", "kitten"), seed="runs")


def written(path: Path, arena: Arena, numbers: list[int]) -> None:
    """A run of these portions of an arena of 100 matches."""
    writer = RunWriter(path, Run(heading(arena)))
    portions = arena.portions(100)
    for number in numbers:
        writer.add(portions[number], play_portion(arena, portions[number]))
    writer.close()


def test_a_run_is_what_was_played(tmp_path: Path) -> None:
    written(tmp_path / "run", ARENA, [0, 1, 2, 3, 4])
    assert read_run(tmp_path / "run").tally() == ARENA.play(100)


def test_the_order_in_which_portions_finish_does_not_matter(tmp_path: Path) -> None:
    written(tmp_path / "run", ARENA, [3, 0, 4, 2, 1])
    assert read_run(tmp_path / "run").tally() == ARENA.play(100)


def test_what_was_cut_off_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "run"
    written(path, ARENA, [0, 1, 2])
    path.write_bytes(path.read_bytes()[:-30])
    mend_end(path)
    run = read_run(path)
    left = run.missing(ARENA.portions(100))
    assert [portion.start for portion in left] == [40, 60, 80]
    writer = RunWriter(path, run)
    for portion in left:
        writer.add(portion, play_portion(ARENA, portion))
    writer.close()
    assert read_run(path).tally() == ARENA.play(100)


def test_runs_of_the_same_arena_are_merged(tmp_path: Path) -> None:
    written(tmp_path / "one", ARENA, [0, 2, 4])
    written(tmp_path / "two", ARENA, [1, 2, 3])
    assert merge_runs([tmp_path / "one", tmp_path / "two"]).tally() == ARENA.play(100)


def test_runs_of_different_arenas_are_not(tmp_path: Path) -> None:
    written(tmp_path / "one", ARENA, [0])
    written(tmp_path / "two", Arena(ARENA.game, ARENA.names, seed="other"), [1])
    with pytest.raises(Refused, match="two is of another arena than"):
        merge_runs([tmp_path / "one", tmp_path / "two"])


def test_a_changed_result_is_found(tmp_path: Path) -> None:
    written(tmp_path / "one", ARENA, [0])
    written(tmp_path / "two", ARENA, [0])
    lines = (tmp_path / "two").read_text().splitlines()
    changed = json.loads(lines[1])
    changed["tally"]["sums"]["points"][0][0] += 1
    (tmp_path / "two").write_text(f"{lines[0]}\n{json.dumps(changed)}\n")
    with pytest.raises(Refused, match="matches 0 to 19 have two different results"):
        merge_runs([tmp_path / "one", tmp_path / "two"])


def test_a_run_of_an_older_version_goes_on(tmp_path: Path) -> None:
    """Lengths were not counted then; the same portions played again do not contradict it."""
    path = tmp_path / "old"
    written(path, ARENA, [0, 1])
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines[1:]:
        del line["tally"]["lengths"]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    written(tmp_path / "new", ARENA, [1, 2, 3, 4])
    both = merge_runs([path, tmp_path / "new"]).tally()
    assert sum(both.lengths.values()) == 60
    assert replace(both, lengths={}) == replace(ARENA.play(100), lengths={})


@pytest.mark.parametrize("text", ["", "hello\n", "{}\n", '{"purrlor_arena":1}\n{"first":0}\n'])
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "run").write_text(text)
    with pytest.raises(Refused, match="is not a run of an arena, or it is damaged"):
        read_run(tmp_path / "run")


def pieces(path: Path, *spans: range) -> None:
    writer = RunWriter(path, Run(heading(ARENA)))
    for span in spans:
        writer.add(span, play_portion(ARENA, span))
    writer.close()


def test_only_what_is_missing_of_a_portion_is_played(tmp_path: Path) -> None:
    pieces(tmp_path / "run", range(3, 5), range(20, 40), range(58, 60))
    left = read_run(tmp_path / "run").missing(ARENA.portions(70))
    assert left == [range(3), range(5, 20), range(40, 58), range(60, 70)]


def test_pieces_of_a_portion_are_joined(tmp_path: Path) -> None:
    pieces(tmp_path / "run", range(20, 40), range(5, 20), range(5), range(40, 43))
    joined = read_run(tmp_path / "run").in_portions(ARENA.portions(60))
    assert sorted(joined.parts) == [(0, 20), (20, 40), (40, 43)]
    assert joined.parts[0, 20] == play_portion(ARENA, range(20))


def test_pieces_and_whole_portions_are_merged(tmp_path: Path) -> None:
    pieces(tmp_path / "one", range(1), range(1, 20))
    pieces(tmp_path / "two", range(20))
    run = merge_runs([tmp_path / "one", tmp_path / "two"])
    assert (run.tally(), run.repeated) == (play_portion(ARENA, range(20)), 20)


def test_pieces_that_contradict_a_whole_portion_are_found(tmp_path: Path) -> None:
    pieces(tmp_path / "one", range(1), range(1, 20))
    pieces(tmp_path / "two", range(20))
    text = (tmp_path / "one").read_text()
    (tmp_path / "one").write_text(text.replace('"moves":', '"moves":1', 1))
    with pytest.raises(Refused, match="matches 0 to 19 have two different results"):
        merge_runs([tmp_path / "one", tmp_path / "two"])
