"""What a request handler takes and answers, for the web client's types (`typescript`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

Handler = TypeVar("Handler", bound=Callable[..., Any])
_MARK = "__endpoint__"


class Endpoint(NamedTuple):
    answers: Any
    """The type of the JSON that it answers; `str` for a text of another kind."""
    takes: Any
    """The type of the body of the request; None: there is none, or an empty object."""
    query: tuple[str, ...]
    """What may stand in the query of the address."""


def endpoint(answers: Any, takes: Any = None, query: tuple[str, ...] = ()) -> Callable[[Handler], Handler]:
    """Say what a handler answers and takes. Tests compare the answers with it."""

    def mark(handler: Handler) -> Handler:
        setattr(handler, _MARK, Endpoint(answers, takes, query))
        return handler

    return mark


def endpoint_of(handler: Callable[..., Any]) -> Endpoint | None:
    """What was said of a handler; None: the web client does not call it."""
    return getattr(handler, _MARK, None)
