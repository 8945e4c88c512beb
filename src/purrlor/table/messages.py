"""JSON of messages and request bodies: encode them, decode them, and refuse what cannot be decoded."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from purrlor.core.reason import Reason

from .refusals import refused

UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError, OverflowError)
"""The errors that msgspec raises for invalid JSON or UTF-8, too deep nesting, and numbers that are too large."""
encoded = msgspec.json.Encoder().encode
"""Encode a message as JSON."""
T = TypeVar("T")


def read_json(text: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(text, type=kind)
    except UNREADABLE as error:
        raise refused("malformed", because=reason_of(error)) from None


def reason_of(error: Exception) -> Reason:
    """Describe briefly why a message cannot be decoded, without repeating any of it."""
    if isinstance(error, msgspec.ValidationError):
        what, _, where = str(error).partition(" - at ")
        unfit = "{where} does not fit the protocol: {what}"
        return Reason("server.refused.reason.unfit", unfit, where=where.strip("`") or "$", what=what)
    return Reason("server.refused.reason.json", "it is not valid JSON")
