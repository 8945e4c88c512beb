"""How the code is cut: lines of functions, methods of classes, helpers used once."""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles

MOST_METHODS = 25
Function = ast.FunctionDef | ast.AsyncFunctionDef


def lines_of(function: Function) -> int:
    """Lines of the body, without the docstring and without the signature."""
    body = function.body[1:] if ast.get_docstring(function) is not None and len(function.body) > 1 else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1


def measured(folder: Path) -> str:
    files = sorted(folder.rglob("*.py"))
    texts = [file.read_text(encoding="utf-8") for file in files]
    nodes = [node for text in texts for node in ast.walk(ast.parse(text))]
    functions = [node for node in nodes if isinstance(node, Function)]
    sizes = [lines_of(function) for function in functions]
    words = Counter(word for text in texts for word in re.findall(r"\w+", text))
    private = {each.name for each in functions if re.match(r"_[a-z]", each.name)}
    once = sum(words[name] == 2 for name in private)
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    methods = [(node.name, sum(isinstance(part, Function) for part in node.body)) for node in classes]
    large = ", ".join(f"{name} ({count})" for name, count in methods if count > MOST_METHODS)
    lines = sum(text.count("\n") for text in texts)
    p90 = quantiles(sizes, n=10)[-1]
    return f"""{folder}: {len(files)} files, {lines:,} lines, {len(functions):,} functions
  lines of a function: median {median(sizes):.0f}, p90 {p90:.0f}, longest {max(sizes)}
  private functions: {len(private)}; defined and used once: {once} ({100 * once / max(1, len(private)):.0f} %)
  classes of more than {MOST_METHODS} methods: {large or "none"}"""


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench sizes", description=__doc__)
    parser.add_argument("folders", nargs="*", default=["src/purrlor"], metavar="FOLDER")
    for folder in parser.parse_args(arguments).folders:
        print(measured(Path(folder)))


if __name__ == "__main__":
    main(sys.argv[1:])
