"""Every reason that the source can give: its code and its sentence in English, read from the syntax tree."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import purrlor
from purrlor.core.match import Refusal
from purrlor.games.house_of_cats.refusal import REASONS

SOURCE = Path(purrlor.__file__).parent
ERRORS = {
    "IllegalEvent",
    "InvalidNotation",
    "InvalidOption",
    "BrokenFate",
    "InvalidField",
    "InvalidTokens",
    "UnknownLevel",
    "StoreFailed",
}
MAKERS = {"Reason": 0, "InvalidSheet": 1, **dict.fromkeys(ERRORS, 0)}
"""What makes a reason, and the place of the code among its arguments; the sentence follows it."""
TABLES = {
    **{f"refused.{refusal.code}": f"seat {{seat}} cannot take back: {refusal}" for refusal in Refusal},
    **{f"house-of-cats.refused.{code}": english for code, english in REASONS.items()},
}
"""Codes that are put together where they are used."""


def reasons() -> dict[str, str]:
    found = dict(TABLES)
    makes_one = re.compile(rf"\b({'|'.join(MAKERS)})\(")
    texts = (path.read_text(encoding="utf-8") for path in sorted(SOURCE.rglob("*.py")))
    for text in filter(makes_one.search, texts):
        for code, english in _reasons_in(ast.parse(text)):
            assert found.setdefault(code, english) == english, f"{code} has two sentences"
    return found


def _reasons_in(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.Module | ast.ClassDef):
            texts = dict(_assigned(function))
            for call in _calls(function):
                code = _text(call.args[0], texts)
                if code is not None and code:
                    english = _text(call.args[1], texts)
                    assert english is not None, f"{code}: its sentence is a literal, or a variable beside it"
                    yield code, english


def _assigned(function: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            text = _text(node.value, {})
            if text is not None:
                yield node.targets[0].id, text


def _calls(function: ast.AST) -> Iterator[ast.Call]:
    """Calls that make a reason, from the code on, outside of functions within this one."""
    for node in ast.iter_child_nodes(function):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
            node.args = node.args[MAKERS[node.func.id] :]
            if len(node.args) > 1:
                yield node
        yield from _calls(node)


def _text(node: ast.expr, texts: dict[str, str]) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return texts.get(node.id) if isinstance(node, ast.Name) else None
