"""Errors of the lab that a person can put right, in any language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from purrlor.words import ENGLISH, words


class Complaint(ValueError):
    """`key` names a sentence of the word catalogues, `values` fill its blanks; as text it speaks English."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(words(ENGLISH)(key, **values))
        self.key, self.values = key, values

    def __reduce__(self) -> tuple[Callable[..., Complaint], tuple[Any, ...]]:
        """Workers send it to the process that waits for them."""
        return _rebuilt, (type(self), self.key, self.values)


def _rebuilt(kind: type[Complaint], key: str, values: dict[str, Any]) -> Complaint:
    return kind(key, **values)
