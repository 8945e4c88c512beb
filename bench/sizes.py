"""Size figures of the code: modules, lines of functions, helpers used once, modules with a single importer."""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles

SMALL = 30
"""A module of fewer lines counts as small."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def lines_of(function: Function) -> int:
    """Count the lines of the body, without the docstring and without the signature."""
    body = function.body[1:] if ast.get_docstring(function) is not None and len(function.body) > 1 else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1


def private_functions(text: str) -> tuple[int, int]:
    """Count the private functions of a module, and those that it uses once."""
    names = [node.name for node in ast.walk(ast.parse(text)) if isinstance(node, Function)]
    private = [name for name in names if re.match(r"_[a-z]", name)]
    words = Counter(re.findall(r"\w+", text))
    return len(private), sum(words[name] == 2 for name in private)


def imported(module: str, is_package: bool, tree: ast.Module) -> Iterator[str]:
    """Name the modules that a module imports; a name from a package may be one of its modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = module.split(".")
            up = parts[: len(parts) - node.level + is_package] if node.level else []
            base = ".".join([*up, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def single_importers(files: dict[str, Path]) -> int:
    """Count the modules that exactly one other module imports."""
    importers: dict[str, set[str]] = defaultdict(set)
    for module, file in files.items():
        for name in imported(module, file.name == "__init__.py", ast.parse(file.read_text("utf-8"))):
            if name in files and name != module:
                importers[name].add(module)
    return sum(len(importers[module]) == 1 for module, file in files.items() if file.name != "__init__.py")


def measured(folder: Path) -> str:
    """Describe the code below a folder."""
    paths = sorted(folder.rglob("*.py"))
    texts = [file.read_text("utf-8") for file in paths]
    functions = [node for text in texts for node in ast.walk(ast.parse(text)) if isinstance(node, Function)]
    sizes = [lines_of(function) for function in functions]
    private, once = map(sum, zip(*map(private_functions, texts), strict=True))
    lines = [text.count("\n") for text in texts]
    modules = [(path, count) for path, count in zip(paths, lines, strict=True) if path.name != "__init__.py"]
    files = {
        ".".join(path.relative_to(folder.parent).with_suffix("").parts).removesuffix(".__init__"): path
        for path in paths
    }
    p90 = quantiles(sizes, n=10)[-1]
    small = sum(count < SMALL for _, count in modules)
    return f"""{folder}: {len(modules)} modules and {len(paths) - len(modules)} __init__.py, {sum(lines):,} lines
  functions: {len(functions):,}; lines: median {median(sizes):.0f}, p90 {p90:.0f}, most {max(sizes)}
  modules of fewer than {SMALL} lines: {small}; with a single importer: {single_importers(files)}
  private functions: {private}; used once in their module: {once} ({100 * once / max(1, private):.0f} %)"""


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench sizes", description=__doc__)
    parser.add_argument("folders", nargs="*", default=["src/purrlor"], metavar="FOLDER")
    for folder in parser.parse_args(arguments).folders:
        print(measured(Path(folder)))


if __name__ == "__main__":
    main(sys.argv[1:])
