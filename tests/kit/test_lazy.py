"""Parts of a kit that are imported when they are first used."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from purrlor.kit import GameKit, lazy_call

LOAD_PARTS = """
from purrlor.kit import GameKit, kits
from purrlor.kit.lazy import LazyPart
ABSTRACT = {"tuple": "Sequence", "dict": "Mapping"}
for kit in kits().values():
    for name, part in vars(type(kit)).items():
        if isinstance(part, LazyPart):
            found, declared = part.load(), getattr(GameKit, name).__annotations__["return"]
            kinds = [ABSTRACT.get(kind.__name__, kind.__name__) for kind in type(found).__mro__[:-1]]
            if not callable(found) and not any(kind in declared for kind in kinds):
                print(f"{kit.name} {name} is {found!r}, not {declared}")
"""


def run(code: str) -> str:
    """Run code in another process, where batches can be loaded whatever ran here before."""
    variables = {**os.environ, "PURRLOR_KERNELS": "numba"}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=variables
    ).stdout


def test_every_reference_leads_to_what_the_kit_declares() -> None:
    assert not run(LOAD_PARTS)


def test_listing_the_games_imports_no_parts() -> None:
    code = "import sys; from purrlor.kit import kits; kits(); print(*(name for name in sys.modules if 'yatzy' in name))"
    assert "purrlor.games.yatzy.kit" in (loaded := run(code).split())
    assert not {"purrlor.games.yatzy.bots", "purrlor.games.yatzy.review", "purrlor.games.yatzy.picture"} & set(loaded)


def test_a_call_passes_its_arguments_on() -> None:
    class Kit(GameKit):
        pages = lazy_call("textwrap:shorten")

    kit: Any = Kit()  # to type checkers, the part takes what `GameKit.pages` takes
    assert kit.pages("one two three", width=9, placeholder="") == "one two"
