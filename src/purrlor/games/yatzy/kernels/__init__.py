"""Compiled implementation: the functions that become WebAssembly (`exports.py`) and the result (`kernels.wasm`)."""
