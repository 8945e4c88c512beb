"""Records of earlier versions, which know fewer options, are read and replayed by the rules they were played by."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from purrlor.core import Record
from purrlor.core.options import option_texts
from purrlor.core.record import event_text
from purrlor.kit import games
from purrlor.table import records
from purrlor.table.rows import EventRow, Stored, TableRow
from purrlor.table.setup import SeatSetup, Setup

EARLIER = sorted((Path(__file__).parent / "earlier").glob("*.purr"))


def read(path: Path) -> Record[Any, Any, Any]:
    return Record.parse(path.read_text(encoding="utf-8"), games())


def options_in(path: Path) -> dict[str, str]:
    line = next(line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("options: "))
    return dict(word.split("=", 1) for word in line.removeprefix("options: ").split())


def stored(path: Path) -> Stored:
    """The match as a store of that version keeps it."""
    record = read(path)
    assert record.seed is not None
    seats = [SeatSetup("person", name=name, person=f"p{seat}") for seat, name in enumerate(record.names)]
    setup = Setup(record.game.name, options_in(path), seats, host="p0", key="k")
    row = TableRow("old", record.game.name, msgspec.json.encode(setup).decode(), record.seed, "over", 0, 0)
    events = (EventRow(n, e.at, event_text(record.game, e)) for n, e in enumerate(record.events, 1))
    return Stored(row, tuple(events), ())


def test_there_are_earlier_records() -> None:
    assert len(EARLIER) >= 3


@pytest.mark.parametrize("path", EARLIER, ids=lambda path: path.stem)
def test_an_earlier_record_is_read_and_its_fate_holds(path: Path) -> None:
    record = read(path)
    assert record.match().over
    assert record.check_fate() > 0


@pytest.mark.parametrize("path", EARLIER, ids=lambda path: path.stem)
def test_written_again_it_names_all_options_and_reads_the_same(path: Path) -> None:
    record = read(path)
    again = Record.parse(str(record), games())
    assert again == record


@pytest.mark.parametrize("path", EARLIER, ids=lambda path: path.stem)
def test_an_earlier_stored_match_wakes_and_passes_the_audit(path: Path) -> None:
    match = stored(path)
    table = records.restored(match, now=0)
    assert table.play.match.scores == read(path).match().scores
    assert set(options_in(path)) <= set(table.setup.options)
    assert records.record_of(match).match().over


def test_an_earlier_match_of_two_players_ends_when_all_stacks_are_gone() -> None:
    record = read(Path(__file__).parent / "earlier" / "addi-cats-two-players.purr")
    assert option_texts(record.game)["two_players_end"] == "all_stacks"
    assert record.match().scores == (2, -52)


@pytest.mark.parametrize("path", sorted(EARLIER[0].parent.glob("house-of-cats*")), ids=lambda path: path.stem)
def test_an_earlier_match_of_house_of_cats_changes_results_of_dice_only(path: Path) -> None:
    assert option_texts(read(path).game)["changes"] == "dice"


@pytest.mark.parametrize("path", sorted(EARLIER[0].parent.glob("addi-cats*")), ids=lambda path: path.stem)
def test_an_earlier_match_of_addi_cats_pays_both_stacks(path: Path) -> None:
    assert option_texts(read(path).game)["pays_both_stacks"] == "true"
