"""Record the source hashes of built kernels (`built.json`): a test finds kernels older than their sources."""

from __future__ import annotations

import ast
import hashlib
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct, json

import purrlor

from ..wasm import FILE

FILE_OF_ALL = Path(__file__).with_name("built.json")
ROOT = Path(purrlor.__file__).parent
DECORATORS = {"compiled", "inlined"}


class Built(Struct):
    kernels: str
    """The hash of `kernels.wasm`."""
    sources: str
    """The hash of the compiled functions that the kernels were built from."""


def folder_of(package: str) -> Path:
    return ROOT.joinpath(*package.split(".")[1:])


def found(package: str) -> Built:
    """Return the hashes of the current files."""
    kernels = hashlib.sha256((folder_of(package) / "kernels" / FILE).read_bytes()).hexdigest()
    return Built(kernels, fingerprint(package))


def fingerprint(package: str) -> str:
    """Hash the compiled functions of all modules that the kernels come from, without comments and docstrings."""
    sources = "\n".join(text for file in sorted(_modules(package)) for text in _compiled_functions(file))
    return hashlib.sha256(sources.encode()).hexdigest()


def _modules(package: str) -> set[Path]:
    """Return the modules that `exports.py` imports, directly or not, and the module that all packages share."""
    found, waiting = {ROOT / "compiled" / "bits.py"}, [folder_of(package) / "exports.py"]
    while waiting:
        file = waiting.pop()
        if file in found or not file.is_file():
            continue
        found.add(file)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                waiting += _imported(file, node, package)
    return found


def _imported(file: Path, node: ast.ImportFrom, package: str) -> list[Path]:
    name = node.module or ""
    if node.level:
        folder = file.parents[node.level - 1]
    elif name == package or name.startswith(f"{package}."):
        folder, name = folder_of(package), name.removeprefix(package).lstrip(".")
    else:
        return []
    place = folder.joinpath(*name.split(".")) if name else folder
    return [place.with_suffix(".py"), *(place / f"{each.name}.py" for each in node.names)]


def _compiled_functions(file: Path) -> Iterator[str]:
    """Yield the functions' tokens, which are the same for every Python, without comments and docstrings."""
    text = file.read_text(encoding="utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and any(
            isinstance(each, ast.Name) and each.id in DECORATORS for each in node.decorator_list
        ):
            segment = ast.get_source_segment(text, node) or ""
            tokens = tokenize.generate_tokens(io.StringIO(segment).readline)
            docstring = ast.get_docstring(node, clean=False)
            yield " ".join(
                token.string
                for token in tokens
                if token.type in (tokenize.NAME, tokenize.NUMBER, tokenize.OP, tokenize.STRING)
                and (docstring is None or token.string != f'"""{docstring}"""')
            )


def recorded() -> dict[str, Built]:
    return json.decode(FILE_OF_ALL.read_bytes(), type=dict[str, Built])


def record(package: str) -> None:
    """Record that the kernels of a package have been built."""
    known = recorded() if FILE_OF_ALL.exists() else {}
    made = {**known, package: found(package)}
    FILE_OF_ALL.write_bytes(json.format(json.encode(dict(sorted(made.items())))) + b"\n")


def packages() -> list[str]:
    """Return the packages that export kernels."""
    return [f"purrlor.games.{file.parent.name}" for file in sorted(ROOT.glob("games/*/exports.py"))]
