"""Decide what runs compiled functions in this process: WebAssembly kernels or Numba.

Every installation can run the `kernels.wasm` that ships with each game: with wasmtime outside the browser, with the
browser's own engine inside it. The lab prefers Numba if it is installed, because batches, arenas and training run
faster and use functions that are not among the kernels. The environment variable PURRLOR_KERNELS selects one of them.

The decision is made once, when the first compiled function is defined, and holds for the whole process: arrays of the
two runners do not mix.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib.util import find_spec
from typing import Literal

Runner = Literal["wasm", "numba"]
VARIABLE = "PURRLOR_KERNELS"
EXTRA = "lab"
"""The extra that installs Numba and numpy."""
PACKAGES = ("numba", "numpy")
IN_BROWSER = sys.platform == "emscripten"

_preferred: Runner = "wasm"


class WrongRunner(RuntimeError):
    """Raised if something needs another runner than the one this process uses."""


@cache
def runner() -> Runner:
    """Return the runner of this process; the first call decides."""
    match os.environ.get(VARIABLE, ""):
        case "":
            return _preferred
        case "wasm" | "numba" as named:
            return named
        case named:
            raise WrongRunner(f"{VARIABLE} is {named!r}; it can be wasm or numba")


def prefer_numba() -> None:
    """Let Numba run compiled functions if it is installed and nothing has been decided yet."""
    global _preferred  # noqa: PLW0603
    if all(find_spec(package) is not None for package in PACKAGES):
        _preferred = "numba"


def require_numba() -> None:
    """Raise if this process does not run Numba: ModuleNotFoundError if it is missing, WrongRunner otherwise."""
    for package in PACKAGES:
        __import__(package)
    prefer_numba()
    if runner() != "numba":
        raise WrongRunner(
            "this needs Numba, but compiled functions already run as WebAssembly in this process: "
            f"import purrlor.lab before playing, or set {VARIABLE}=numba"
        )
