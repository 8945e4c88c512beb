"""Classes stay small: one concern each."""

from __future__ import annotations

import ast
from pathlib import Path

import purrlor

SOURCES = Path(purrlor.__file__).parent
MOST_METHODS = 25
LARGER: dict[str, str] = {}
"""Classes that have more methods, and the reason why they are one thing all the same."""


def class_sizes() -> dict[str, int]:
    """The number of methods of every class, by file and name."""
    sizes: dict[str, int] = {}
    for file in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                methods = [each for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
                sizes[f"{file.relative_to(SOURCES).as_posix()}:{node.name}"] = len(methods)
    return sizes


def test_no_class_has_more_methods_than_one_concern_needs() -> None:
    large = {name for name, methods in class_sizes().items() if methods > MOST_METHODS}
    assert large == set(LARGER)
