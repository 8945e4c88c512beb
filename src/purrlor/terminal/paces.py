"""Remember the pace of adaptive bots from one terminal match to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from purrlor.kit import kit
from purrlor.kit.files import data_folder, write_atomically
from purrlor.kit.player import Player
from purrlor.kit.speech import say

if TYPE_CHECKING:
    from .keyboard_match import KeyboardMatch

Paces = dict[str, dict[str, dict[str, str]]]
"""By game, person and level: the level with its pace."""


def paced(game: str, players: Sequence[Player]) -> list[Player]:
    """Return the same players, with adaptive bots at the pace of the only person among them."""
    people = [each.name for each in players if each.level is None]
    known = _read().get(game, {}).get(people[0].casefold(), {}) if len(people) == 1 else {}
    return [replace(each, level=known.get(each.level, each.level)) if each.level else each for each in players]


def keep_pace(session: KeyboardMatch) -> None:
    """Save the next pace after a complete match of one person against adaptive bots only, and say so."""
    adapting = {level.name for level in session.kit.levels if level.at is not None}
    levels = {each.level.partition("@")[0]: each.level for each in session.players if each.level}
    if not session.match.over or session.you is None or not levels or not levels.keys() <= adapting:
        return
    game, seat = session.game, session.you
    found = {base: kit(game.name).next_level(game, session.match.log, seat, level) for base, level in levels.items()}
    paces = _read()
    paces.setdefault(game.name, {})[session.names[seat].casefold()] = found
    file = _file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, msgspec.json.encode(paces))
    except OSError as error:
        session.stage.answer(say("terminal.pace.unkept", file=file, reason=error.strerror or str(error)))
        return
    session.stage.answer(say("terminal.pace.kept", level=", ".join(found.values())))


def _file() -> Path:
    return data_folder() / "paces.json"


def _read() -> Paces:
    """Return the saved paces. An unreadable file counts as empty, so bots start at their medium pace."""
    try:
        return msgspec.json.decode(_file().read_bytes(), type=Paces)
    except (OSError, msgspec.DecodeError):
        return {}
