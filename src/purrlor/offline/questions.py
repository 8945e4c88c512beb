"""What has to be thought about, and the answers: as texts, so that another worker can do the thinking."""

from __future__ import annotations

import logging
import pickle
from base64 import b64decode, b64encode
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from purrlor.kit.review import quietly
from purrlor.table.bots import Options, advise, choose, judge
from purrlor.table.effects import BotRequest

log = logging.getLogger("purrlor.offline")


class Move(Struct, frozen=True):
    """What a bot does, or with `ask.hint` what an adviser says."""

    number: int
    game: str
    options: Options
    ask: BotRequest


class Judge(Struct, frozen=True):
    """How well some seats of a finished match were played."""

    number: int
    table: str
    record: str
    seats: tuple[int, ...] | None


Question: TypeAlias = Move | Judge


class Thought(Struct, frozen=True):
    """The answer to the question of that number; `failed`: nothing was found, because of an error of ours."""

    number: int
    found: Any = None
    state: Literal["found", "failed"] = "found"


def think(text: str) -> str:
    """The answer to a question, both as `Parlour` gives and takes them. It may take seconds."""
    question: Question = unpacked(text)
    try:
        return packed(Thought(question.number, _answer(question)))
    except Exception:
        log.exception("a bot failed")
        return packed(Thought(question.number, state="failed"))


def _answer(question: Question) -> Any:
    if isinstance(question, Judge):
        return judge(question.record, question.seats, quietly)
    find = choose if question.ask.hint is None else advise
    return find(question.game, question.options, question.ask)


def packed(value: Question | Thought) -> str:
    """Views and actions are of the games' own classes, as processes of a server send them to each other."""
    return b64encode(pickle.dumps(value)).decode()


def unpacked(text: str) -> Any:
    """Only for texts that our own workers made."""
    return pickle.loads(b64decode(text))  # noqa: S301
