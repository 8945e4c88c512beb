"""The games of the parlour."""

from importlib.resources import files
from pathlib import Path
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
    """The rules in our words: a wheel carries them along, a working copy has them among its docs.

    Where nobody has told them in this language yet they are in English.
    """
    carried = files("purrlor").joinpath("rules")
    folder = carried if carried.is_dir() else Path(__file__).parents[3] / "docs" / "rules"
    own = folder.joinpath(language, f"{game}.md")
    return (own if own.is_file() else folder.joinpath(f"{game}.md")).read_text(encoding="utf-8")
