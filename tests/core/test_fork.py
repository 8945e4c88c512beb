from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from purrlor.core import BrokenRecord, Fates, IllegalEvent, Match, Origin, Record, Seat, fate_key, secret_from_text
from purrlor.core.match import Refusal
from purrlor.core.record import BrokenFate, checksum
from tests.laws.toys import Climb, Move

SECRET, OTHER = secret_from_text("fork"), secret_from_text("another")


def climbed() -> Match[Any, Any, Any]:
    match = Match(Climb(), Fates(fate_key(SECRET)))
    while not match.over:
        match.settle()
        match.act(match.awaiting.seats[0], Move("again" if len(match) < 3 else "stop"))
    return match


def recorded(match: Match[Any, Any, Any], origin: Origin | None = None, seed: bytes = SECRET) -> Record[Any, Any, Any]:
    return Record(Climb(), ("Ann", "Bob"), tuple(match.log), seed=seed, origin=origin)


def parsed(text: str) -> Record[Any, Any, Any]:
    return Record.parse(text, {"climb": Climb})


def resealed(text: str) -> str:
    body = text[: text.rindex("seal: ")]
    return f"{body}seal: {checksum(body)}\n"


def forked(at: int = 1, *, seed: bytes = SECRET) -> Record[Any, Any, Any]:
    whole = climbed()
    match = whole.fork(at, fates=Fates(fate_key(seed)))
    match.act(match.awaiting.seats[0], Move("again"))
    match.settle()
    return recorded(match, Origin(recorded(whole).checksum, at), seed)


def test_fork_shares_the_first_events_and_leaves_the_match_alone() -> None:
    whole = climbed()
    log = whole.log
    match = whole.fork(1)
    match.act(match.awaiting.seats[0], Move("stop"))
    assert match.log[:1] == log[:1]
    assert len(match) == 2
    assert whole.log == log


def test_fork_continues_with_the_same_random_outcomes() -> None:
    whole = climbed()
    match = whole.fork(1)
    match.act(match.awaiting.seats[0], Move("again"))
    match.settle()
    assert match.log == whole.log[:3]


def test_fork_after_the_last_event_is_refused() -> None:
    with pytest.raises(IllegalEvent, match="there is no event 99"):
        climbed().fork(99)


def test_events_of_the_origin_cannot_be_taken_back() -> None:
    match = climbed().fork(2)
    assert match.take_back_refusal(Seat(0)) is Refusal.NOTHING


def test_record_names_the_origin() -> None:
    record = forked()
    assert f"\norigin: {recorded(climbed()).checksum} 1\n" in str(record)
    assert parsed(str(record)) == record


def test_record_without_an_origin_is_written_as_before() -> None:
    assert "origin" not in str(recorded(climbed()))


def test_seed_of_a_fork_covers_only_its_own_outcomes() -> None:
    record = forked(seed=OTHER)
    assert record.check_fate() == 1
    with pytest.raises(BrokenFate):
        replace(record, origin=None).check_fate()


def test_fork_belongs_to_its_origin_only() -> None:
    record, whole = forked(), recorded(climbed())
    record.check_origin(whole)
    with pytest.raises(BrokenFate, match="does not name that record"):
        record.check_origin(replace(whole, names=("Eve", "Bob")))
    with pytest.raises(BrokenFate, match="events 1 to 3 differ"):
        replace(forked(seed=OTHER), origin=Origin(whole.checksum, 3)).check_origin(whole)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [("beef 2", "an origin is"), (f"{'0' * 64} -1", "an origin is"), (f"{'0' * 64} 99", "at least the events")],
)
def test_broken_origin_names_its_line(wrong: str, reason: str) -> None:
    text = str(forked())
    line = text[: text.index("origin: ")].count("\n") + 1
    origin = text.split("\n")[line - 1]
    with pytest.raises(BrokenRecord, match=reason) as caught:
        parsed(resealed(text.replace(origin, f"origin: {wrong}")))
    assert caught.value.line == line
