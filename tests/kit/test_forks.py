from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from purrlor.core import Record, Seat
from purrlor.kit import games
from purrlor.kit.forks import fork

GOLDEN = Path(__file__).parents[1] / "golden"
EARLY = 12


def golden(name: str) -> Record[Any, Any, Any]:
    return Record.parse((GOLDEN / f"{name}.purr").read_text(encoding="utf-8"), games())


@pytest.mark.parametrize("name", sorted(path.stem for path in GOLDEN.glob("*.purr")))
def test_redealt_position_looks_the_same_to_its_seat(name: str) -> None:
    record = golden(name)
    whole = record.match()
    for at in range(0, min(len(whole), 60), 15):
        match, origin = fork(record, at, redealt_for=Seat(1), random=Random(at))
        assert (
            match.view(Seat(1)) == whole.view(Seat(1))
            if at == len(whole)
            else match.awaiting == whole.fork(at).awaiting or len(match) < at
        )
        Record(record.game, record.names, tuple(match.log), origin=origin).check_origin(record)


@pytest.mark.parametrize("name", ["meow", "addi-cats"])
def test_hidden_cards_differ_after_a_redeal(name: str) -> None:
    record = golden(name)
    found = {fork(record, EARLY, redealt_for=Seat(0), random=Random(seed))[0].log for seed in range(3)}
    assert len(found | {record.events[:EARLY]}) == 4


def test_redealt_hands_hold_the_same_cards_in_all() -> None:
    record = golden("meow")
    before, after = (
        Counter(card for hand in match.state.hands for card in hand)
        for match in (record.match().fork(EARLY), fork(record, EARLY, redealt_for=Seat(0), random=Random(1))[0])
    )
    assert before.total() == after.total()


def test_redeal_forgets_what_the_others_chose_in_secret() -> None:
    record = golden("house-of-cats-level-3")
    whole = record.match()
    at = next(
        n
        for n in range(len(whole))
        if whole.awaiting_after(n).simultaneous and len(whole.awaiting_after(n).seats) < record.game.seats
    )
    match, _ = fork(record, at, redealt_for=whole.awaiting_after(at).seats[0], random=Random(1))
    assert len(match.awaiting.seats) == record.game.seats


def test_fork_draws_what_its_origin_drew() -> None:
    record = golden("yatzy")
    match, _ = fork(record, 1, random=Random(1))
    for event in record.events[1:]:
        if match.awaiting.chance is not None:
            match.draw(event.at)
        else:
            match.push(event)
    assert match.log == record.events
