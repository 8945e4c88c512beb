"""The options of the games on the command line: one argument for each field of a Rules dataclass."""

from __future__ import annotations

import argparse
from typing import Any, Literal, get_args, get_origin

from purrlor.core.options import option_types
from purrlor.games import GAMES

PREFIX = "option_"


def add_game_options(parser: argparse.ArgumentParser, games: list[str] | None = None) -> None:
    """`--scratch free`, `--mouser-is-fat-cat`, `--first 2`; which game each belongs to is checked later."""
    group = parser.add_argument_group("options of the games")
    kinds: dict[str, Any] = {}
    owners: dict[str, list[str]] = {}
    for name in games or list(GAMES):
        for option, kind in option_types(GAMES[name]).items():
            kinds.setdefault(option, kind)
            owners.setdefault(option, []).append(name)
    kinds.pop("seats", None)
    for option, kind in kinds.items():
        _add(group, option, kind, ", ".join(owners[option]))


def _add(group: argparse._ArgumentGroup, option: str, kind: Any, owners: str) -> None:  # pyright: ignore[reportPrivateUsage]
    flag, target = option.replace("_", "-"), f"{PREFIX}{option}"
    if kind is bool:
        group.add_argument(f"--{flag}", dest=target, action="store_const", const="true", help=owners)
        group.add_argument(f"--no-{flag}", dest=target, action="store_const", const="false", help=argparse.SUPPRESS)
    else:
        group.add_argument(f"--{flag}", dest=target, metavar=_metavar(kind), help=owners)


def _metavar(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return "|".join(map(str, get_args(kind)))
    return "N" if "Seat" in str(kind) or "int" in str(kind) else "VALUE"


def game_options(args: argparse.Namespace) -> dict[str, str]:
    """The options that were named, as texts."""
    found = {name.removeprefix(PREFIX): value for name, value in vars(args).items() if name.startswith(PREFIX)}
    return {name: value for name, value in found.items() if value is not None}
