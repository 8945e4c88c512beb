"""Game options as text: the fields of a Rules dataclass, one `name=value` each."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, TypeAlias, Union, cast, get_args, get_origin, get_type_hints

from .events import Seat
from .reason import Reason, Refused


class InvalidOption(Refused, ValueError):
    """The options of a game are invalid."""


def require(condition: bool, reason: Reason | str) -> None:
    """Raise `InvalidOption` with this reason unless the condition holds; for `__post_init__` of a Rules dataclass."""
    if not condition:
        raise InvalidOption(reason)


def require_one_of(name: str, value: object, choices: Sequence[object]) -> None:
    none = "{name} is one of {choices}, not '{value}'"
    require(value in choices, Reason("refused.option_choice", none, name=name, choices=tuple(choices), value=value))


def require_between(name: str, value: int, least: int, most: int) -> None:
    outside = "{name} is {least} to {most}, not {value}"
    given = {"name": name, "least": least, "most": most, "value": value}
    require(least <= value <= most, Reason("refused.option_range", outside, **given))


def require_seats(rules: Any, least: int, most: int) -> None:
    """Check the number of seats, and that `first`, the seat that begins, is one of them."""
    given = {"game": rules.name, "least": least, "most": most, "seats": rules.seats}
    sizes = Reason("refused.seats", "{game} is for {least} to {most} seats, not {seats}", **given)
    require(least <= rules.seats <= most, sizes)
    first: Seat | None = getattr(rules, "first", None)
    wrong = Reason("refused.option_first", "first names a seat from 1 to {seats}", seats=rules.seats)
    require(first is None or 0 <= first < rules.seats, wrong)


def option_types(rules: Any) -> Mapping[str, Any]:
    """Return the type of each option, in the order of the fields."""
    return _types(rules)


@cache
def _types(rules: Any) -> Mapping[str, Any]:
    hints = get_type_hints(rules)
    return {field.name: hints[field.name] for field in dataclasses.fields(rules)}


ValueKind: TypeAlias = Literal["bool", "int", "seat", "choice", "choices", "text"]


class OptionKind(NamedTuple):
    """The kind of values that an option takes: the only place that reads the type of a field."""

    kind: ValueKind
    choices: tuple[str, ...] = ()
    optional: bool = False
    """Whether `none` is a value."""


def option_kind(kind: Any) -> OptionKind:
    optional, kind = NoneType in get_args(kind), _plain(kind)
    if kind is bool:
        return OptionKind("bool", ("true", "false"), optional)
    if kind in (int, Seat):
        return OptionKind("int" if kind is int else "seat", (), optional)
    if get_origin(kind) is Literal:
        return OptionKind("choice", tuple(map(str, get_args(kind))), optional)
    if get_origin(kind) is tuple and get_origin(get_args(kind)[0]) is Literal:
        return OptionKind("choices", tuple(map(str, get_args(get_args(kind)[0]))), optional)
    return OptionKind("text", (), optional)


def option_texts(rules: Any) -> dict[str, str]:
    """Return the options of a Rules object as strings; `with_options` is the inverse."""
    kinds = option_types(cast("type[Any]", type(rules)))
    return {name: option_text(getattr(rules, name), kind) for name, kind in kinds.items()}


def with_options(rules: type[Any], texts: Mapping[str, str]) -> Any:
    """Return the Rules object with these options; others keep their default."""
    kinds = option_types(rules)
    for name in texts:
        if name not in kinds:
            missing = "there is no option '{name}'; there are {names}"
            raise InvalidOption(Reason("refused.no_option", missing, name=name, names=tuple(kinds)))
    return rules(**{name: parse_option(name, text, kinds[name]) for name, text in texts.items()})


def with_recorded_options(rules: type[Any], texts: Mapping[str, str]) -> Any:
    """Return the Rules object of a record or a stored match, which may be older than some options.

    A missing option has the value that `implied_options` of the rules gives for matches from before the option existed,
    so that they replay by the rules they were played by. Without an implied value, it has its default.
    """
    implied: Mapping[str, str] = getattr(rules, "implied_options", {})
    return with_options(rules, {**implied, **texts})


def check_bounds(rules: Any) -> None:
    """Raise `InvalidOption` if a number is larger than `most_options` of the rules allows.

    Only new matches are checked: older ones keep the options they were played with.
    """
    most: Mapping[str, int] = getattr(rules, "most_options", {})
    for name, bound in most.items():
        value = getattr(rules, name)
        over = Reason(
            "refused.option_bound", "{name} is at most {bound}, not {value}", name=name, bound=bound, value=value
        )
        require(value is None or value <= bound, over)


def option_text(value: Any, kind: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        item = get_args(kind)[0]
        return ",".join(option_text(part, item) for part in cast("tuple[Any, ...]", value))
    return str(value + 1) if _plain(kind) is Seat else str(value)


def parse_option(name: str, text: str, kind: Any) -> Any:
    """Return the value of `text`, or raise `InvalidOption` saying what is allowed."""
    if text == "none" and NoneType in get_args(kind):
        return None
    kind = _plain(kind)
    if kind is bool:
        require_one_of(name, text, ("true", "false"))
        return text == "true"
    if kind is int:
        return _whole(name, text)
    if kind is Seat:
        return Seat(_whole(name, text) - 1)
    if get_origin(kind) is tuple:
        return tuple(parse_option(name, part, get_args(kind)[0]) for part in text.split(",") if part)
    if get_origin(kind) is Literal:
        require_one_of(name, text, get_args(kind))
    return text


def _whole(name: str, text: str) -> int:
    digits = text.removeprefix("-")
    other = Reason("refused.option_number", "{name} is a whole number, not '{text}'", name=name, text=text)
    require(digits.isascii() and digits.isdecimal() and len(digits) < 20, other)
    return int(text)


def _plain(kind: Any) -> Any:
    """Return the type without its `| None`."""
    if get_origin(kind) in (Union, UnionType):
        return next(part for part in get_args(kind) if part is not NoneType)
    return kind
