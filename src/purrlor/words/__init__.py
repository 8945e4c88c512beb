"""The words of the product, one catalogue per language, shared by terminal and page."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import fields
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, cast

from purrlor.core import Note, Seat


class Words:
    """One language. A key that is missing is an error of ours, never an empty text."""

    def __init__(self, catalogue: dict[str, str]) -> None:
        self.catalogue = catalogue

    def __call__(self, key: str, **values: object) -> str:
        return self.catalogue[key].format(**values)

    def __contains__(self, key: str) -> bool:
        return key in self.catalogue

    def say(self, game: str, note: Note, names: Sequence[str], viewer: Seat | None = None) -> str:
        """The sentence for `note`; in the second person if it is about the viewer."""
        key = kind_key(game, type(note))
        about_viewer = viewer is not None and getattr(note, "seat", None) == viewer
        if about_viewer and f"{key}.you" in self.catalogue:
            key = f"{key}.you"
        values = {field.name: getattr(note, field.name) for field in fields(note)}
        return self(key, **{name: self._value(game, name, value, names) for name, value in values.items()})

    def _value(self, game: str, name: str, value: Any, names: Sequence[str]) -> str:
        if name == "seat":
            return str(names[value])
        if name == "seats":
            return self.join([str(names[seat]) for seat in value])
        if isinstance(value, StrEnum):
            return self(f"{game}.{name}.{value}")
        if isinstance(value, float):
            return f"{value:.1f}"
        if isinstance(value, tuple):
            return " ".join(str(part) for part in cast("tuple[Any, ...]", value))
        return str(value)

    def join(self, parts: Sequence[str]) -> str:
        """Names in a row, as one says them."""
        if len(parts) < 2:
            return "".join(parts)
        return self("list.last", head=", ".join(parts[:-1]), last=parts[-1])


@cache
def words(language: str = "en") -> Words:
    text = files("purrlor.words").joinpath(f"{language}.json").read_text(encoding="utf-8")
    return Words(json.loads(text))


def kind_key(game: str, kind: type[Note]) -> str:
    """The key of the sentence for a kind of note."""
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
    return f"{game}.note.{name}"
