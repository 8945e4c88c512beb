"""The folder for Numba's machine code: one for each version of the sources.

Numba checks only the file of a function. After an update it would run old code if only a file that the function calls
into has changed, and fail on code that names a renamed class.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from functools import cache
from pathlib import Path

import purrlor

ROOT = Path(purrlor.__file__).parent
VARIABLE = "NUMBA_CACHE_DIR"
"""Numba's own variable: the folder for machine code, instead of one beside the sources."""
OLD_SECONDS = 7 * 24 * 3600
"""The age at which code of other sources is removed: a server that is being replaced may still use it."""
MARK = b"compiled import "
"""The text that marks a game's module with compiled functions."""


@cache
def folder_of(package: str) -> str:
    """Return the folder for a package's functions.

    Modules that belong to none of our games, such as `purrlor.compiled.rows` and those of other packages, may call into
    all of them.
    """
    parts = package.split(".")
    sources = ROOT.joinpath(*parts[1:]) if parts[:2] == ["purrlor", "games"] else ROOT / "games"
    name = f"kernels-{sources.name}-"
    folder = _base() / (name + fingerprint(sources))
    if not folder.exists():
        for other in folder.parent.glob(name + "*"):
            if time.time() - other.stat().st_mtime > OLD_SECONDS:
                shutil.rmtree(other, ignore_errors=True)
    return str(folder)


def fingerprint(sources: Path) -> str:
    """Hash the version and all modules with compiled functions that the modules in a folder may call."""
    digest = hashlib.sha256(purrlor.__version__.encode())
    for file in sorted({*sources.rglob("*.py"), *(ROOT / "compiled").glob("*.py")}):
        content = file.read_bytes()
        if MARK in content or file.parent.name == "compiled":
            digest.update(content)
    return digest.hexdigest()[:16]


def _base() -> Path:
    named, beside = os.environ.get(VARIABLE), Path(__file__).parent / "__pycache__"
    if named:
        return Path(named)
    if os.access(beside if beside.exists() else beside.parent, os.W_OK):
        return beside
    from platformdirs import user_cache_path

    return user_cache_path("purrlor") / "numba"
