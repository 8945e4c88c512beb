"""Requests to bots and reviewers, and their answers, as strings, so that another worker can compute them."""

from __future__ import annotations

import logging
import pickle
from base64 import b64decode, b64encode
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from purrlor.kit.review import quietly
from purrlor.table import wire
from purrlor.table.bots import Options, advise, choose, judge
from purrlor.table.continuations import continued
from purrlor.table.effects import BotRequest

log = logging.getLogger("purrlor.offline")


class Move(Struct, frozen=True):
    """A request for a bot's move or, with `ask.hint`, for an adviser's hint."""

    number: int
    game: str
    options: Options
    ask: BotRequest


class Judge(Struct, frozen=True):
    """A request for a review of some seats of a finished match; `seats` None: all of them."""

    number: int
    table: str
    record: str
    seats: tuple[int, ...] | None


class Compare(Struct, frozen=True):
    """A request for a part of a comparison of moves, from the continuation of this number on."""

    number: int
    key: str
    record: str
    wanted: wire.CompareMoves
    start: int


Question: TypeAlias = Move | Judge | Compare


class Thought(Struct, frozen=True):
    """The answer to the request with this number; `failed`: an internal error occurred."""

    number: int
    found: Any = None
    state: Literal["found", "failed"] = "found"


def think(text: str) -> str:
    """Answer a request from `Instance.question`, for `Instance.answered`. It may take seconds."""
    question: Question = unpacked(text)
    try:
        return packed(Thought(question.number, _answer(question)))
    except Exception:
        log.exception("a bot failed")
        return packed(Thought(question.number, state="failed"))


def _answer(question: Question) -> Any:
    if isinstance(question, Judge):
        return judge(question.record, question.seats, quietly)
    if isinstance(question, Compare):
        return continued(question.record, question.wanted, question.start)
    find = choose if question.ask.hint is None else advise
    return find(question.game, question.options, question.ask)


def packed(value: Question | Thought) -> str:
    """Pickle a request or an answer as text, because views and actions are instances of the games' own classes."""
    return b64encode(pickle.dumps(value)).decode()


def unpacked(text: str) -> Any:
    """Unpickle a request or an answer. Safe only for texts from our own workers."""
    return pickle.loads(b64decode(text))  # noqa: S301
