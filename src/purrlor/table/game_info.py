"""Information about the installed games, with which the web client sets up a table."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, cast

from purrlor.core.options import option_kind, option_text, option_types
from purrlor.kit import games, kit
from purrlor.words import languages

from . import wire
from .rating import can_be_rated, known_levels
from .refusals import refused
from .setup import MOST_SEATS, level_names, with_seats


def checked_game_and_language(game: str, language: str) -> tuple[str, str]:
    """Return the game and language of a request for rules or words. Raises `RequestRefused` if one does not exist."""
    if game not in games():
        raise refused("no_game", game="?", games=", ".join(games()))
    if language not in languages():
        raise refused("no_language", languages(), languages=", ".join(languages()))
    return game, language


def game_info(name: str) -> wire.GameInfo:
    """Return the information that the web client needs to set up a table."""
    rules = games()[name]
    counts = [count for count in range(1, MOST_SEATS + 1) if with_seats(name, {}, count)]
    defaults = {field.name: field.default for field in fields(cast("Any", rules))}
    kinds = {option: kind for option, kind in option_types(rules).items() if option != "seats"}
    options = [_option_info(option, kind, defaults[option]) for option, kind in kinds.items()]
    own = kit(name)
    return wire.GameInfo(
        name,
        counts,
        level_names(name),
        options,
        own.gives_advice,
        own.default_level.name,
        can_be_rated(name),
        own.redeals,
        known_levels(name),
    )


def _option_info(name: str, kind: Any, default: Any) -> wire.OptionInfo:
    found = option_kind(kind)
    return wire.OptionInfo(name, found.kind, option_text(default, kind), list(found.choices), found.optional)
