"""The core's documents are accurate."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from purrlor.core import BrokenRecord, Draw, Fates, Record, Roll, commitment, fate_key, pledge
from purrlor.core.laws import LAWS
from purrlor.core.reason import Reason
from purrlor.kit import games

DOCS = Path(__file__).parents[2] / "docs"


def blocks(name: str, language: str) -> list[str]:
    """The blocks of code in this language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", (DOCS / name).read_text(), re.DOTALL | re.MULTILINE)


def vectors() -> dict[str, list[str]]:
    """The table of test vectors: what, and the texts between backticks."""
    rows = re.findall(r"^\| (.*?) \| (`.*`) \|$", (DOCS / "reference/dice-and-deals.md").read_text(), re.MULTILINE)
    return {what: re.findall("`(.*?)`", values) for what, values in rows}


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def test_published_vectors_are_what_the_core_computes() -> None:
    table = vectors()
    secret, key = bytes.fromhex(table["secret"][0]), bytes.fromhex(table["key"][0])
    assert table["commitment"] == [commitment(secret)]
    assert key == fate_key(secret, table["contributions"])
    assert table["pledges"] == list(map(pledge, table["contributions"]))
    assert numbers(table["outcome 1, five dice"][0]) == Fates(key).give(1, Roll(5))
    drawn = Fates(key).give(2, Draw(tuple(range(1, 11)), 4))
    assert numbers(table["outcome 2, four drawn from 1, 2, …, 10"][0]) == drawn


def test_published_program_computes_the_published_vectors() -> None:
    table = vectors()
    names: dict[str, Any] = {}
    exec(blocks("reference/dice-and-deals.md", "python")[0], names)
    key = names["fate_key"](bytes.fromhex(table["secret"][0]), table["contributions"])
    assert key.hex() == table["key"][0]
    assert tuple(names["roll"](key, 1, 5)) == numbers(table["outcome 1, five dice"][0])
    assert tuple(names["draw"](key, 2, range(1, 11), 4)) == (7, 6, 10, 9)


def test_published_block_starts_with_the_word_worked_out_by_hand() -> None:
    word = int(vectors()["outcome 1, block 0"][0][:8], 16)
    assert word == 3449497139
    assert word < 2**32 // 6 * 6 == 4294967292
    assert word % 6 == 5


def test_published_record_reads_back() -> None:
    text = blocks("reference/record.md", "")[0]
    record = Record.parse(text, games())
    assert str(record) == text
    assert (record.names, record.bots) == (("Ann", "Tabby"), ("", "tabby"))


def test_published_reading_of_a_record_runs() -> None:
    names: dict[str, Any] = {"text": blocks("reference/record.md", "")[0]}
    exec(blocks("reference/record.md", "python")[0], names)
    assert len(names["match"].log) == 6


@pytest.mark.timeout(180)
def test_published_game_obeys_all_laws(tmp_path: Path) -> None:
    program = tmp_path / "coins.py"
    program.write_text(blocks("build/laws.md", "python")[-1])
    run = subprocess.run([sys.executable, program], capture_output=True, text=True, check=False, timeout=120)
    assert (run.returncode, run.stderr) == (0, "")


def test_every_law_stands_in_the_document_in_its_own_words() -> None:
    table = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", (DOCS / "build/laws.md").read_text(), re.MULTILINE))
    assert table == {law.__name__: law.__doc__ for law in LAWS}


def test_complaint_in_the_document_looks_like_a_real_one() -> None:
    backwards = Reason("refused.time", "time runs forward: {at} ms comes after {now} ms", at=99, now=100)
    assert blocks("reference/record.md", "")[1].strip() == str(BrokenRecord(13, backwards))
