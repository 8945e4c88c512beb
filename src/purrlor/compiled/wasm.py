"""Kernels as WebAssembly, called from Python in a browser.

A game's `kernels.wasm` exports some of its compiled functions; each takes the address of 64-bit words: the result, then
the arguments (`purrlor.compiled.build.wrapper` says how). Arrays lie in the memory of the module once a kernel has
seen them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from struct import pack, unpack
from typing import Any, cast

from . import package_of
from .arrays import Array, WasmMemory
from .rooms import Rooms

FILE = "kernels.wasm"
HEAP = "__heap_base"
"""The name of the first address behind what the module itself needs."""
WORDS = 512
"""Room for the arguments of one call."""


class NoKernel(RuntimeError):
    """A compiled function was called that was not built for the browser."""


@cache
def has_kernels(package: str) -> bool:
    """Whether a package brings kernels."""
    return files(package).joinpath(FILE).is_file()


class Kernels(WasmMemory):
    """An instance of a module, with its memory."""

    def __init__(self, code: bytes) -> None:
        import js  # type: ignore[import-not-found]  # Pyodide's door to JavaScript
        from pyodide.ffi import to_js  # type: ignore[import-not-found]

        self._js = cast("Any", js)
        module = self._js.WebAssembly.Module.new(cast("Any", to_js)(code))
        self.exports = self._js.WebAssembly.Instance.new(module, self._js.Object.new()).exports
        self._rooms = Rooms(int(getattr(self.exports, HEAP).value))
        self._words = self.reserve(8 * WORDS)

    def reserve(self, size: int) -> int:
        """Room until it is released; its address."""
        at = self._rooms.take(size)
        missing = self._rooms.top - int(self.exports.memory.buffer.byteLength)
        if missing > 0:
            self.exports.memory.grow((missing >> 16) + 1)
        return at

    def release(self, at: int, size: int) -> None:
        self._rooms.give_back(at, size)

    def read(self, at: int, size: int) -> bytes:
        return cast("bytes", self._bytes(at, size).to_bytes())

    def write(self, at: int, content: bytes | bytearray | memoryview) -> None:
        self._bytes(at, len(content)).assign(content)

    def clear(self, at: int, size: int) -> None:
        self._bytes(at, size).fill(0)

    def _bytes(self, at: int, size: int) -> Any:
        return self._js.Uint8Array.new(self.exports.memory.buffer, at, size)

    def call(self, name: str, arguments: tuple[Any, ...]) -> bytes:
        """Run a kernel; the word that it left as its result."""
        kernel = getattr(self.exports, name, None)
        if kernel is None:
            raise NoKernel(f"{name} is not among the kernels that were built for the browser")
        words = b"".join(self._packed(argument) for argument in arguments)
        assert len(words) < 8 * WORDS
        self.write(self._words, bytes(8) + words)
        self.exports.arena(self._rooms.top)
        kernel(self._words)
        return self.read(self._words, 8)

    def _packed(self, argument: Any) -> bytes:
        if isinstance(argument, Array):
            return pack(f"<{1 + len(argument.shape)}q", argument.address_in(self), *argument.shape)
        if isinstance(argument, tuple):
            return b"".join(self._packed(part) for part in cast("tuple[Any, ...]", argument))
        if isinstance(argument, float):
            return pack("<d", argument)
        return pack("<Q" if argument > 1 << 62 else "<q", argument)


@cache
def kernels_of(package: str) -> Kernels:
    return Kernels(files(package).joinpath(FILE).read_bytes())


def called(function: Callable[..., Any]) -> Callable[..., Any]:
    """What stands for a compiled function in a browser."""
    kind = function.__annotations__.get("return")
    result = _real if kind in (float, "float") else _nothing if kind in (None, "None") else _whole
    name = f"{function.__module__}.{function.__name__}"

    def call(*arguments: Any) -> Any:
        return result(kernels_of(package_of(function.__module__)).call(name, arguments))

    return call


def _real(word: bytes) -> float:
    return float(unpack("<d", word)[0])


def _whole(word: bytes) -> int:
    return int.from_bytes(word, "little", signed=True)


def _nothing(_: bytes) -> None:
    return None
