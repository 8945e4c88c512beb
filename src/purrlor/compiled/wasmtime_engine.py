"""Run kernels with wasmtime, which caches their machine code."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import cast

from wasmtime import Config, Func, Global, Instance, Memory, Module, Store, WasmtimeError
from wasmtime import Engine as Machine

from .wasm import Engine


@cache
def _machine() -> Machine:
    config = Config()
    with suppress(WasmtimeError):  # without a home folder there is no cache, and each process compiles for a second
        config.cache = True
    return Machine(config)


class WasmtimeEngine(Engine):
    def __init__(self, code: bytes) -> None:
        self._store = Store(_machine())
        self._exports = Instance(self._store, Module(_machine(), code), []).exports(self._store)
        self._memory = cast("Memory", self._exports["memory"])
        self._find_memory()

    def _find_memory(self) -> None:
        """Store the address of the module's memory, which changes when it grows."""
        self._base = ctypes.addressof(self._memory.data_ptr(self._store).contents)

    def address(self, name: str) -> int:
        return int(cast("Global", self._exports[name]).value(self._store))

    def size(self) -> int:
        return self._memory.data_len(self._store)

    def grow(self, pages: int) -> None:
        self._memory.grow(self._store, pages)
        self._find_memory()

    def read(self, at: int, size: int) -> bytes:
        return ctypes.string_at(self._base + at, size)

    def write(self, at: int, content: bytes | bytearray | memoryview) -> None:
        ctypes.memmove(self._base + at, bytes(content), len(content))

    def clear(self, at: int, size: int) -> None:
        ctypes.memset(self._base + at, 0, size)

    def export(self, name: str) -> Callable[[int], object] | None:
        found = self._exports.get(name)
        if not isinstance(found, Func):
            return None

        def call(address: int) -> None:
            found(self._store, address)
            self._find_memory()  # a kernel that allocates arrays may have let it grow

        return call
