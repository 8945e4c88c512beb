"""Replace sources by bytecode, so that a worker starts sooner. Runs inside Pyodide when a bundle is built.

Compiling the sources takes two thirds of the CPU time of a start. The same Python writes and reads the bytecode.
`python bytecode.py DIR` rewrites the archives in the folder of a bundle; our modules must be importable.
"""

from __future__ import annotations

import marshal
import sys
import zipfile
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path
from pkgutil import walk_packages

STANDARD_LIBRARY = "python_stdlib.zip"
OURS = "purrlor.zip"
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every member of an archive, so that its bytes depend on the contents alone."""
UNCHECKED = (1).to_bytes(4, "little")
"""Flags in the header of a .pyc file that is never compared with its source (PEP 552)."""
WITHOUT_DOCSTRINGS = 2
LEFT_OUT = frozenset({
    "_pydatetime", "_pyio", "_pyrepl", "bdb", "doctest", "ensurepip", "ftplib", "idlelib", "imaplib", "mailbox",
    "modulefinder", "multiprocessing", "pdb", "pickletools", "poplib", "profile", "pstats", "pydoc", "pydoc_data",
    "smtplib", "socketserver", "trace", "turtle", "unittest", "venv", "wsgiref", "xml", "xmlrpc",
})  # fmt: skip
"""Modules that no worker can use: for processes, sockets and debugging, and Python versions of C modules."""


def rewrite(archive: Path, wanted: Callable[[str], bool], optimize: int = 0) -> None:
    """Compile the wanted sources of an archive, and leave all other members unchanged."""
    with zipfile.ZipFile(archive) as before:
        members = {name: before.read(name) for name in sorted(before.namelist()) if not name.endswith("/")}
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as after:
        for name, content in members.items():
            if name.split("/")[0].removesuffix(".py") in LEFT_OUT:
                continue
            compiled = name.endswith(".py") and wanted(name)
            info = zipfile.ZipInfo(f"{name}c" if compiled else name, LONG_AGO)
            after.writestr(info, bytecode(content, name, optimize) if compiled else content, zipfile.ZIP_DEFLATED, 9)


def bytecode(source: bytes, name: str, optimize: int = 0) -> bytes:
    """Return the content of a .pyc file."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    return MAGIC_NUMBER + UNCHECKED + source_hash(source) + marshal.dumps(code)


def imported_from(archive: str) -> set[str]:
    """Return the members of an archive on `sys.path` that are imported now."""
    files = [getattr(module, "__file__", None) or "" for module in list(sys.modules.values())]
    return {file.partition(f"{archive}/")[2] for file in files if f"{archive}/" in file}


def main(folder: Path) -> None:
    import purrlor
    from purrlor.offline import Instance

    for module in walk_packages(purrlor.__path__, "purrlor."):
        with suppress(ImportError):  # modules that need numpy or Numba
            import_module(module.name)
    Instance().request(1, "GET /api/games", "", 0)  # imports further modules
    version = "".join(map(str, sys.version_info[:2]))
    used = imported_from(f"python{version}.zip")
    rewrite(folder / STANDARD_LIBRARY, used.__contains__, WITHOUT_DOCSTRINGS)
    rewrite(folder / OURS, lambda _: True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
