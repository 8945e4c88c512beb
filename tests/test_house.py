"""The shape of the package: who may know what."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import purrlor
from purrlor.kit import kits

ROOT = Path(purrlor.__path__[0])
GAMES = ROOT / "games"
NAMES = re.compile("|".join(name.replace("-", "[-_ ]?") for name in kits()), re.IGNORECASE)
OUTSIDE = [file for file in sorted(ROOT.rglob("*.py")) if GAMES not in file.parents]
WIRE = ROOT / "table" / "wire"
"""Its structs have the names of what they carry."""
SAME_FILES = ("kit.py", "rules.py", "notation.py", "story.py", "picture.py", "review.py")
SAME_FOLDERS = ("bots", "terminal", "words", "words/rules")


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
    assert (folder / "terminal" / "face.py").is_file()


def classes(files: Iterable[Path]) -> Counter[str]:
    """How often each name is given to a class of these modules; a private one is known in its module alone."""
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in files)
    found = (node.name for tree in trees for node in tree.body if isinstance(node, ast.ClassDef))
    return Counter(name for name in found if not name.startswith("_"))


def test_a_class_name_means_one_thing_outside_games() -> None:
    found = classes(file for file in OUTSIDE if file.parent != WIRE)
    assert [name for name, times in found.items() if times > 1] == []
    assert [name for name, times in classes(WIRE.glob("*.py")).items() if times > 1] == []


@pytest.mark.parametrize("game", sorted(kits()))
def test_no_class_of_a_game_is_called_like_another_thing(game: str) -> None:
    """Games may share names with each other: each has its `State` and its `View`."""
    outside = classes(file for file in OUTSIDE if file.parent != WIRE)
    inside = classes((GAMES / game.replace("-", "_")).rglob("*.py"))
    assert sorted(inside.keys() & outside.keys()) == []


def test_a_struct_of_the_wire_is_written_with_its_module_where_its_name_is_another_things() -> None:
    """`wire.Act` is the message, `Act` the event."""
    shared = classes(WIRE.glob("*.py")).keys() & classes(file for file in OUTSIDE if file.parent != WIRE).keys()
    for file in OUTSIDE:
        if file.parent != WIRE:
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and "wire" in (node.module or "").split("."):
                    assert not shared & {name.name for name in node.names}, f"{file}: {ast.unparse(node)}"
