"""Numba behind a typed door: only this package imports it."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import numba

_Function = TypeVar("_Function", bound=Callable[..., Any])
_numba = cast("Any", numba)


def compiled(function: _Function) -> _Function:
    """Compile on first call, keep the machine code on disk, and let other threads run meanwhile.

    Numba renews the code on disk when the function's own file has changed, not when only a file it calls into has:
    after such an edit, delete the folders `__pycache__`.
    """
    return cast("_Function", _numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def inlined(function: _Function) -> _Function:
    """Like `compiled`, and copied into each compiled caller: a call with many arrays costs more than a short body."""
    options = {"cache": True, "nogil": True, "error_model": "numpy", "forceinline": True}
    return cast("_Function", _numba.njit(**options)(function))


@contextmanager
def vector_instructions() -> Generator[None]:
    """What is compiled in here may join scalar operations to vector ones, which Numba leaves off by default."""
    before = _numba.config.SLP_VECTORIZE
    _numba.config.SLP_VECTORIZE = 1
    try:
        yield
    finally:
        _numba.config.SLP_VECTORIZE = before
