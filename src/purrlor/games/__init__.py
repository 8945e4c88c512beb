"""The games of the parlour."""

from importlib.resources import files
from typing import Any

from purrlor.core import Game

from .addi_cats import AddiCats
from .house_of_cats import HouseOfCats
from .meow import Meow
from .yatzy import Yatzy

GAMES: dict[str, type[Game[Any, Any, Any]]] = {
    Yatzy.name: Yatzy,
    Meow.name: Meow,
    AddiCats.name: AddiCats,
    HouseOfCats.name: HouseOfCats,
}


def rules_text(game: str, language: str = "en") -> str:
    """The rules in our words; in English where nobody has told them in this language yet."""
    folder = files(GAMES[game].__module__.rpartition(".")[0]) / "rules"
    own = folder / f"{language}.md"
    return (own if own.is_file() else folder / "en.md").read_text(encoding="utf-8")
