"""The shape of the package: who may know what."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import purrlor
from purrlor.kit import kits

ROOT = Path(purrlor.__path__[0])
GAMES = ROOT / "games"
NAMES = re.compile("|".join(name.replace("-", "[-_ ]?") for name in kits()), re.IGNORECASE)
OUTSIDE = [file for file in sorted(ROOT.rglob("*.py")) if GAMES not in file.parents]
SAME_FILES = ("kit.py", "rules.py", "notation.py", "story.py", "picture.py", "review.py")
SAME_FOLDERS = ("bots", "face", "words", "rules")


def said(tree: ast.AST) -> Iterator[str]:
    """Every import, name, attribute and text of a module but its docstrings."""
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom():
                yield from (f"{node.module}.{name.name}" for name in node.names)
            case ast.Import():
                yield from (name.name for name in node.names)
            case ast.Name():
                yield node.id
            case ast.Attribute():
                yield node.attr
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.name
            case ast.arg() | ast.keyword():
                yield node.arg or ""
            case ast.Constant(value=str()) if id(node) not in docs:
                yield str(node.value)
            case _:
                pass


@pytest.mark.parametrize("file", OUTSIDE, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_module_outside_games_knows_a_game(file: Path) -> None:
    assert [text for text in said(ast.parse(file.read_text(encoding="utf-8"))) if NAMES.search(text)] == []


@pytest.mark.parametrize("game", sorted(kits()))
def test_games_call_the_same_things_by_the_same_names(game: str) -> None:
    folder = GAMES / game.replace("-", "_")
    assert [name for name in SAME_FILES if not (folder / name).is_file()] == []
    assert [name for name in SAME_FOLDERS if not (folder / name).is_dir()] == []
    assert (folder / "face" / "face.py").is_file()
