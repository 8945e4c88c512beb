"""Writes sentences.json: notes as they travel, and the sentences that Python makes of them, from the golden matches.

Run from the project's folder: python web/tests/sentences.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from purrlor.core import Note, Record, Seat
from purrlor.core.story import notes
from purrlor.kit import games
from purrlor.table.updates import note_object
from purrlor.words import words

HERE = Path(__file__).parent
MOST = 6
"""Number of examples of each kind of note."""
LANGUAGES = ("de", "en")
"""Those that are always complete, so that a translation of another one leaves the file as it is."""


def examples(record: Record[Any, Any, Any]) -> list[dict[str, Any]]:
    match, game = record.match(), record.game
    names = [f"Player {seat + 1}" for seat in range(len(match.scores))]
    found: list[dict[str, Any]] = []
    for number in range(1, len(match) + 1):
        for viewer in (None, *map(Seat, range(len(names)))):
            for note in notes(
                game, match.state_after(number - 1), match.event(number), match.state_after(number), viewer
            ):
                said = {language: words(language).say(game.name, note, names, viewer) for language in LANGUAGES}
                found.append(
                    {"game": game.name, "note": note_object(note), "names": names, "viewer": viewer, "said": said}
                )
    return found


class LosesPoints(Note, frozen=True):
    """Of a game that brings no words."""

    seat: Seat
    points: int
    dice: tuple[int, ...]
    left_over: float


class NobodyMoves(Note, frozen=True):
    """As above, about nobody."""


def guests() -> list[dict[str, Any]]:
    names = ["Ann", "Bob"]
    found = [LosesPoints(Seat(1), 7, (1, 6), 0.5), NobodyMoves()]
    said = [{language: words(language).say("guest", note, names) for language in LANGUAGES} for note in found]
    return [
        {"game": "guest", "note": note_object(note), "names": names, "viewer": None, "said": sentences}
        for note, sentences in zip(found, said, strict=True)
    ]


def main() -> None:
    kept: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for file in sorted((HERE.parents[1] / "tests" / "golden").glob("*.purr")):
        for example in examples(Record.parse(file.read_text(encoding="utf-8"), games())):
            alike = kept.setdefault((example["game"], example["note"]["kind"]), [])
            if len(alike) < MOST and example not in alike:
                alike.append(example)
    everything = [*(example for alike in kept.values() for example in alike), *guests()]
    text = ",\n".join(json.dumps(example, ensure_ascii=False) for example in everything)
    (HERE / "sentences.json").write_text(f"[\n{text}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
