"""The door to compiled code: only this package imports Numba, which a light installation does not have."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from typing import Any, TypeVar, cast

IN_BROWSER = sys.platform == "emscripten"
EXTRA = "strong"
"""The extra that installs Numba and numpy."""
PACKAGES = ("numba", "numpy")
_Function = TypeVar("_Function", bound=Callable[..., Any])


@cache
def has_numba() -> bool:
    """Whether compiled code can run here. Nothing is imported for that."""
    return all(find_spec(package) is not None for package in PACKAGES)


def package_of(module: str) -> str:
    """The package of a game that a module belongs to: `purrlor.games.meow` of `purrlor.games.meow.bots.tree`."""
    return ".".join(module.split(".")[:3])


def can_run(package: str) -> bool:
    """Whether the compiled code of a game's package can run here: by Numba, or as WebAssembly in a browser."""
    if not IN_BROWSER:
        return has_numba()
    from .wasm import has_kernels

    return has_kernels(package)


def _as_kernel(function: _Function) -> _Function:
    from .wasm import called

    return cast("_Function", called(function))


def _numba() -> Any:
    import numba

    return numba


def _compiled(function: _Function, **options: bool) -> _Function:
    if IN_BROWSER:
        return _as_kernel(function)
    from .kept import folder_of

    numba = _numba()
    numba.config.CACHE_DIR = folder_of(package_of(function.__module__))
    made: _Function = numba.njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    return made


def compiled(function: _Function) -> _Function:
    """Compile on first call, keep the machine code on disk (`kept.py`), and let other threads run meanwhile."""
    return _compiled(function)


def inlined(function: _Function) -> _Function:
    """Like `compiled`, and copied into each compiled caller: a call with many arrays costs more than a short body."""
    return _compiled(function, forceinline=True)


@contextmanager
def vector_instructions() -> Generator[None]:
    """What is compiled in here may join scalar operations to vector ones, which Numba leaves off by default."""
    config = _numba().config
    before = config.SLP_VECTORIZE
    config.SLP_VECTORIZE = 1
    try:
        yield
    finally:
        config.SLP_VECTORIZE = before
