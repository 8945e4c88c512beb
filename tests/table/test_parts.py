"""The parts of a table stay small: one concern each."""

from __future__ import annotations

import ast
from pathlib import Path

import purrlor.table

MOST_METHODS = 25


def test_no_class_of_the_table_has_more_methods_than_one_concern_needs() -> None:
    for file in Path(purrlor.table.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                methods = [each.name for each in node.body if isinstance(each, ast.FunctionDef)]
                assert len(methods) <= MOST_METHODS, f"{node.name} in {file.name}"
