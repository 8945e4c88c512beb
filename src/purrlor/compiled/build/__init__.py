"""Compile Numba's functions to WebAssembly, for the browser: `make kernels`. Nothing here runs in a worker."""
