"""Functions written in Numba's subset of Python, run as WebAssembly kernels or compiled by Numba (`runner.py`)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from .runner import runner

_Function = TypeVar("_Function", bound=Callable[..., Any])


def package_of(module: str) -> str:
    """Return the package of a module's game: `purrlor.games.meow` for `purrlor.games.meow.bots.search.ismcts`."""
    return ".".join(module.split(".")[:3])


def _compiled(function: _Function, **options: bool) -> _Function:
    if runner() == "wasm":
        from .wasm import kernel

        return cast("_Function", kernel(function))
    import numba

    from .numba_cache import folder_of

    cast("Any", numba).config.CACHE_DIR = folder_of(package_of(function.__module__))
    made: _Function = cast("Any", numba).njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    return made


def compiled(function: _Function) -> _Function:
    """Mark a function as compiled: it calls its kernel, or is compiled by Numba on the first call."""
    return _compiled(function)


def inlined(function: _Function) -> _Function:
    """Mark a function as compiled into each compiled caller: a call with many arrays costs more than a short body."""
    return _compiled(function, forceinline=True)


@contextmanager
def vector_instructions() -> Generator[None]:
    """Let Numba vectorise scalar operations in functions compiled inside the block; kernels are built that way."""
    if runner() == "wasm":
        yield
        return
    import numba

    config = cast("Any", numba).config
    before = config.SLP_VECTORIZE
    config.SLP_VECTORIZE = 1
    try:
        yield
    finally:
        config.SLP_VECTORIZE = before
