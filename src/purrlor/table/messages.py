"""Messages and bodies of requests as JSON, with a refusal for anything that cannot be read."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from purrlor.core.reason import Reason

from . import wire
from .refusals import refused

UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError, OverflowError)
"""What msgspec raises for bytes that are not JSON, not UTF-8, nested too deeply, or numbers beyond all bounds."""
ENCODER = msgspec.json.Encoder()
DECODER: msgspec.json.Decoder[wire.ClientMessage] = msgspec.json.Decoder(wire.ClientMessage)
T = TypeVar("T")


def encoded(message: Any) -> bytes:
    return ENCODER.encode(message)


def read_json(text: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(text, type=kind)
    except UNREADABLE as error:
        raise refused("malformed", because=reason_of(error)) from None


def read_message(text: str) -> wire.ClientMessage:
    """Decode what a connection sent."""
    try:
        return DECODER.decode(text)
    except UNREADABLE as error:
        raise refused("malformed", because=reason_of(error)) from None


def reason_of(error: Exception) -> Reason:
    """Say why a message cannot be read, in a few words that repeat nothing of it."""
    if isinstance(error, msgspec.ValidationError):
        what, _, where = str(error).partition(" - at ")
        unfit = "{where} does not fit the protocol: {what}"
        return Reason("server.refused.reason.unfit", unfit, where=where.strip("`") or "$", what=what)
    return Reason("server.refused.reason.json", "it is no proper JSON")
