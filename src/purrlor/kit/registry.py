"""Find the installed games through the entry points of the group `purrlor.games`.

An entry has the name of the game and refers to its kit: `yatzy = "purrlor.games.yatzy.kit:KIT"`. Our own games are
registered the same way as those of other packages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable

from purrlor.core.reason import Refused

from .bots import Level
from .game_kit import AnyGame, GameKit

GROUP = "purrlor.games"
ENGLISH = "en"
LOADED: dict[str, GameKit] = {}
"""The kits that have been loaded."""


class NoGames(Refused):
    """Raised if no package registers a game, or one registers it wrongly; the text says how to fix it."""


@cache
def entries() -> Mapping[str, EntryPoint]:
    """Return the entry point of each installed game, by the game's name."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def kit(game: str) -> GameKit:
    """Return the kit of one game; KeyError if it is not installed."""
    if game not in LOADED:
        LOADED[game] = _loaded(entries()[game])
    return LOADED[game]


def _loaded(entry: EntryPoint) -> GameKit:
    source = f"the entry point {entry.name} = {entry.value!r}{f' of {entry.dist.name}' if entry.dist else ''}"
    try:
        found = entry.load()
    except (ImportError, AttributeError) as error:
        raise NoGames(f"{source} cannot be loaded: {error}") from error
    if not isinstance(found, GameKit):
        raise NoGames(f"{source} is not a GameKit, but {found!r}")
    if found.name != entry.name:
        raise NoGames(f"{source} is the kit of a game called {found.name!r}: the names must be the same")
    return found


def is_installed(game: str) -> bool:
    """Return whether a game of that name is installed, without loading it."""
    return game in LOADED or game in entries()


def kits() -> Mapping[str, GameKit]:
    """Return the kit of each installed game, in the order in which games are listed."""
    found = [kit(name) for name in {**entries(), **LOADED}]
    if not found:
        raise NoGames(
            f"no games are registered under {GROUP!r}: reinstall with"
            " `uv pip install --no-deps --no-build-isolation -e .` or `make setup`"
        )
    return {each.name: each for each in sorted(found, key=lambda each: (each.order, each.name))}


def games() -> Mapping[str, type[AnyGame]]:
    """Return the rules of each installed game."""
    return {name: each.rules for name, each in kits().items()}


def levels(game: str) -> Sequence[Level]:
    """Return the bots for `game`, weakest first; the first is `uniform`."""
    return kit(game).levels


def level(game: str, name: str) -> Level:
    """Return the level of that name; a ValueError lists the existing ones."""
    return kit(game).level(name)


def folder(game: str) -> Traversable:
    """Return the folder of a game's package, with its words and its rules as text."""
    return files(entries()[game].module.rpartition(".")[0])


def words_file(game: str, language: str) -> Traversable | None:
    """Return a game's sentences: in the language's folder, else in the game's own folder; None if there are none."""
    translated = files("purrlor").joinpath("words", language, f"{game}.json")
    return _first_file(translated, folder(game).joinpath("words", f"{language}.json"))


def rules_file(game: str, language: str) -> Traversable | None:
    """Return the rules of a game as text, found like its sentences.

    Other packages may have them in a folder `rules`, the original place.
    """
    translated = files("purrlor").joinpath("words", language, "rules", f"{game}.md")
    places = (folder(game).joinpath(*place, f"{language}.md") for place in (("words", "rules"), ("rules",)))
    return _first_file(translated, *places)


def guide_file(game: str, language: str) -> Traversable | None:
    """Return the guide for new players, found like the rules."""
    translated = files("purrlor").joinpath("words", language, "guide", f"{game}.md")
    return _first_file(translated, folder(game).joinpath("words", "guide", f"{language}.md"))


def _first_file(*places: Traversable) -> Traversable | None:
    return next((file for file in places if file.is_file()), None)


def rules_text(game: str, language: str = ENGLISH) -> str:
    """Return the rules in our words; in English if they are not translated, empty if there are none."""
    file = rules_file(game, language) or rules_file(game, ENGLISH)
    return file.read_text(encoding="utf-8") if file else ""


def guide_text(game: str, language: str = ENGLISH) -> str:
    """Return the guide for new players: in English if it is not translated, empty if a game has none.

    A line `![caption](figure:name)` stands for a picture that the web client draws.
    """
    file = guide_file(game, language) or guide_file(game, ENGLISH)
    return file.read_text(encoding="utf-8") if file else ""
