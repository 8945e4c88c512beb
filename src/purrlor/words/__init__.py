"""The words of the product, one catalogue per language, shared by the terminal and the web client.

A language is one folder of files (`catalogues.py`). Missing sentences are shown in English. A sentence may contain:

- `{name}`, `{name!s}`, `{name:.1f}` as in `str.format`; numbers are written as in the language (`number.decimal`).
- `{count:|point|points}`: a form for each plural category of the language, in the order `zero`, `one`, `two`, `few`,
  `many`, `other`: two in English and German, four in Polish (`plurals.py`). `{count:en|point|points}`: the forms are
  English ones, in a sentence that the language borrows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from string import Formatter
from types import MappingProxyType
from typing import Any, cast

from msgspec.structs import asdict

from purrlor.core import Note, Seat
from purrlor.core.reason import Reason, ReasonValue, Refused
from purrlor.kit.registry import ENGLISH

from .catalogues import game_catalogue, language_for, languages, platform_sentences, whole_catalogue
from .plurals import plural_form

MINUS = "−"
"""The sign of a negative number wherever a number is shown; in typed input it is a hyphen."""
DIGITS = "0123456789"

__all__ = [
    "ENGLISH",
    "MINUS",
    "CatalogueReason",
    "Words",
    "game_catalogue",
    "kind_key",
    "language_for",
    "language_names",
    "languages",
    "refusal",
    "words",
]


class Words:
    """The words of one language.

    A key that English lacks too is a bug, and raises instead of returning an empty string.
    """

    def __init__(self, catalogue: dict[str, str]) -> None:
        self.catalogue = catalogue
        self._sentences = _Sentences(self.number, catalogue.get("language.tag", ENGLISH))

    def __call__(self, key: str, **values: object) -> str:
        return self._sentences.vformat(self.catalogue[key], (), values)

    def __contains__(self, key: str) -> bool:
        return key in self.catalogue

    def number(self, value: float, spec: str = "") -> str:
        """Format a number as the language writes it; `spec` is as for `format`."""
        signs = {
            ord("."): self.catalogue["number.decimal"],
            ord(","): self.catalogue["number.thousands"],
            ord("-"): MINUS,
        }
        return format(value, spec).translate(signs)

    def title(self, game: str) -> str:
        """Return a game's title; for a game without words, its name in the code."""
        return self.catalogue.get(f"{game}.title", game.replace("-", " ").capitalize())

    def say(self, game: str, note: Note, names: Sequence[str], viewer: Seat | None = None) -> str:
        """Return the sentence for `note`; in the second person if it is about the viewer."""
        key = kind_key(game, type(note))
        if key not in self.catalogue:
            key = kind_key("", type(note)).removeprefix(".")  # the platform's words for a default story
        if key not in self.catalogue:
            return self._plain_note(game, note, names)
        about_viewer = viewer is not None and getattr(note, "seat", None) == viewer
        if about_viewer and f"{key}.you" in self.catalogue:
            key = f"{key}.you"
        values = asdict(note)
        return self(key, **{name: self._value(game, name, value, names) for name, value in values.items()})

    def reason(self, reason: Reason) -> str:
        """Return the sentence for a reason; in English if this language has none, as for a game without words."""
        return self.fill(reason) if reason.code in self.catalogue else str(reason)

    def fill(self, reason: Reason) -> str:
        """Return the catalogue's own sentence for a reason; the key must exist."""
        game = reason.code.partition(".refused.")[0]
        return self(reason.code, **{name: self._given(game, name, value) for name, value in reason.values.items()})

    def _given(self, game: str, name: str, value: ReasonValue) -> str | int | float:
        if isinstance(value, Reason):
            return self.reason(value)
        if isinstance(value, tuple):
            return ", ".join(self._word(game, name, part) for part in value)
        return value if isinstance(value, int | float) else self._word(game, name, value)

    def _value(self, game: str, name: str, value: Any, names: Sequence[str]) -> str:
        if name == "seat":
            return str(names[value])
        if name == "seats":
            return self.join([str(names[seat]) for seat in value])
        if isinstance(value, float):
            return self.number(value, ".1f")
        if isinstance(value, tuple):
            return self._row(game, name, cast("tuple[Any, ...]", value))
        return self._word(game, name, value)

    def _row(self, game: str, name: str, parts: tuple[Any, ...]) -> str:
        """Return several values: as a list if each has a word, otherwise side by side."""
        named = all(self._named(game, name, part) is not None for part in parts)
        called = [self._word(game, name, part) for part in parts]
        return self.join(called) if named else " ".join(called)

    def _plain_note(self, game: str, note: Note, names: Sequence[str]) -> str:
        """Return a note of a game without words: its kind and its values, as named in the code."""
        said = {name: self._value(game, name, value, names) for name, value in asdict(note).items()}
        what = kind_key("", type(note)).removeprefix(".note.").replace("_", " ")
        details = ", ".join(f"{name.replace('_', ' ')} {text}" for name, text in said.items() if name != "seat")
        text = f"{what} ({details})" if details else what
        return f"{said['seat']}: {text}" if "seat" in said else text[:1].upper() + text[1:]

    def _word(self, game: str, name: str, value: Any) -> str:
        """Return the language's word for a value, if it has one; other numbers are formatted for the language."""
        named = self._named(game, name, value)
        if named is not None:
            return named
        return self.number(value) if type(value) is int else str(value)

    def _named(self, game: str, name: str, value: Any) -> str | None:
        """Return the word `<game>.<field>.<value>`; `<game>.<field>.P*` is "pink {number}", for P1, P2 and so on."""
        text = str(value)
        stem = text.rstrip(DIGITS)
        if (key := f"{game}.{name}.{text}") in self.catalogue:
            return self.catalogue[key]
        if stem and stem != text and (key := f"{game}.{name}.{stem}*") in self.catalogue:
            return self(key, number=text.removeprefix(stem))
        return None

    def join(self, parts: Sequence[str], key: str = "list.last") -> str:
        """Join names as in a sentence; `key` says how to join the last one."""
        if len(parts) < 2:
            return "".join(parts)
        return self(key, head=", ".join(parts[:-1]), last=parts[-1])


class _Sentences(Formatter):
    """A `str.format` for a language: numbers in its own format, and words that depend on a number."""

    def __init__(self, number: Callable[[float, str], str], language: str) -> None:
        self._number = number
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        language, plural, forms = format_spec.partition("|")
        if plural:
            return plural_form(language or self._language, forms.split("|"), value)
        if isinstance(value, int | float):
            return self._number(value, format_spec)
        return format(value, format_spec)


class CatalogueReason(Reason):
    """A reason whose sentence is in the catalogue, in English too: `CatalogueReason("arena.workers", count=0)`."""

    __slots__ = ()

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key, "", **values)

    def __str__(self) -> str:
        return words(ENGLISH).fill(self)

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"CatalogueReason({self.code!r}{values})"


def refusal(key: str, /, **values: object) -> Refused:
    """Return an error whose reason is the catalogue's sentence `key`."""
    return Refused(CatalogueReason(key, **values))


@cache
def words(language: str = ENGLISH) -> Words:
    """Return all words of a language: the platform's words and those of every installed game."""
    return Words(whole_catalogue(language))


@cache
def language_names() -> Mapping[str, str]:
    """Return each language's own name, by its code, in the order of the names."""
    names = {code: platform_sentences(code).get("language.name", code) for code in languages()}
    return MappingProxyType(dict(sorted(names.items(), key=lambda each: each[1].casefold())))


def kind_key(game: str, kind: type[Note]) -> str:
    """Return the key of the sentence for a kind of note."""
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
    return f"{game}.note.{name}"
