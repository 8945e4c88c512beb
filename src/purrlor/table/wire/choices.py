"""Settings of tables, and other types with a few values."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

PROTOCOL = 1

Whole: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""A number that a client may send: every JSON library reads it exactly."""
Clock: TypeAlias = Literal["none", "relaxed", "quick", "day"]
Watch: TypeAlias = Literal["nobody", "link", "anyone"]
Chat: TypeAlias = Literal["none", "phrases", "free"]
Status: TypeAlias = Literal["open", "running", "over"]
Kind: TypeAlias = Literal["person", "bot", "open"]
Role: TypeAlias = Literal["host", "player", "watcher"]
