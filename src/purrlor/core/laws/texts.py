"""Laws of texts: actions, outcomes and records read back as they were written, and every event has a story."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..events import Fate, InvalidNotation
from ..fate import commitment
from ..record import Record
from ..story import Note, notes, witnessed
from .trial import AnyTrial, Broken, law, who


@law
def notation_reads_back(trial: AnyTrial) -> None:
    """The texts of actions and random outcomes are one line and read back; nonsense raises `InvalidNotation`."""
    for action in trial.vocabulary:
        text = str(action)
        if not text or text != text.strip() or not text.isprintable():
            raise Broken(f"{text!r} is not one line of visible text", 0)
        if (again := _parsed(trial.game.parse_action, text)) != action:
            raise Broken(f"{text!r} reads back as {again!r}, not as {action!r}", 0)
    for number, event in enumerate(trial.log):
        if isinstance(event, Fate) and trial.game.parse_fate(trial.game.fate_text(event.values)) != event.values:
            raise Broken(f"the random outcome {event.values} does not read back", number)
    for nonsense in ("", "?", "no-such-action 99"):
        if (meaning := _parsed(trial.game.parse_action, nonsense)) is not None:
            raise Broken(f"{nonsense!r} is read as {meaning!r}", 0)
    if (meaning := _parsed(trial.game.parse_fate, "?")) is not None:
        raise Broken(f"'?' is read as the random outcome {meaning!r}", 0)


def _parsed(parse: Callable[[str], object], text: str) -> object | None:
    try:
        return parse(text)
    except InvalidNotation:
        return None


@law
def records_read_back(trial: AnyTrial) -> None:
    """A record, finished or not, reads back as it was written, and its random outcomes follow from its seed."""
    length = trial.random("record").randint(0, len(trial.log))
    for events in (trial.log, trial.log[:length]):
        record = _record(trial, tuple(events))
        again = Record.parse(str(record), {trial.game.name: type(trial.game)})
        if again != record or str(again) != str(record):
            raise Broken(f"the record reads back as\n{again}", len(events))
        record.check_fate()


def _record(trial: AnyTrial, events: tuple[object, ...]) -> Record[object, object, object]:
    names = tuple(f"Player {seat + 1}" for seat in trial.seats)
    return Record(trial.game, names, events, commitment(trial.secret), seed=trial.secret)  # type: ignore[arg-type]


@law
def stories_can_be_told(trial: AnyTrial) -> None:
    """Every event has hashable notes for every viewer, the same on every call."""
    for number, event in enumerate(trial.log):
        before, after = trial.states[number : number + 2]
        for viewer in trial.viewers:
            told: tuple[Any, ...] = notes(trial.game, before, event, after, viewer)
            if any(not isinstance(note, Note) for note in told) or told != notes(
                trial.game, before, event, after, viewer
            ):
                raise Broken(f"{who(viewer)} gets {told!r}", number, event)
            hash(told)


@law
def open_events_are_told_alike(trial: AnyTrial) -> None:
    """The notes of an event that a spectator witnesses are the same for every viewer, so a table computes them once."""
    for number, event in enumerate(trial.log):
        before, after = trial.states[number : number + 2]
        if witnessed(trial.game.awaiting(before), event, None) is None:
            continue
        for viewer in trial.seats:
            told = [notes(trial.game, before, event, after, each) for each in (None, viewer)]
            if told[0] != told[1]:
                raise Broken(f"a spectator gets {told[0]!r}, and {who(viewer)} {told[1]!r}", number, event)
