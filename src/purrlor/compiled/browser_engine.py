"""Run kernels in the browser's own WebAssembly engine, from Pyodide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from .wasm import Engine


class BrowserEngine(Engine):
    def __init__(self, code: bytes) -> None:
        import js  # type: ignore[import-not-found]  # Pyodide's door to JavaScript
        from pyodide.ffi import to_js  # type: ignore[import-not-found]

        self._js = cast("Any", js)
        module = self._js.WebAssembly.Module.new(cast("Any", to_js)(code))
        self._exports = self._js.WebAssembly.Instance.new(module, self._js.Object.new()).exports

    def address(self, name: str) -> int:
        return int(getattr(self._exports, name).value)

    def size(self) -> int:
        return int(self._exports.memory.buffer.byteLength)

    def grow(self, pages: int) -> None:
        self._exports.memory.grow(pages)

    def read(self, at: int, size: int) -> bytes:
        return cast("bytes", self._bytes(at, size).to_bytes())

    def write(self, at: int, content: bytes | bytearray | memoryview) -> None:
        self._bytes(at, len(content)).assign(content)

    def clear(self, at: int, size: int) -> None:
        self._bytes(at, size).fill(0)

    def _bytes(self, at: int, size: int) -> Any:
        return self._js.Uint8Array.new(self._exports.memory.buffer, at, size)

    def export(self, name: str) -> Callable[[int], object] | None:
        return getattr(self._exports, name, None)
