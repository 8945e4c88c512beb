"""The kernels for the browser are built from the current sources."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from wasmtime import Engine, FuncType, Module

from purrlor.compiled.build.built import folder_of, found, packages, recorded
from purrlor.compiled.wasm import FILE

BUILT_WITH = (3, 11)
"""The Python that built the kernels in the repository; Numba's code differs a little from one to the next."""


def test_every_game_that_names_kernels_has_them() -> None:
    assert sorted(recorded()) == packages()


@pytest.mark.parametrize("package", packages())
def test_kernels_are_as_they_were_built_of_the_sources_of_today(package: str) -> None:
    """After a change of compiled functions, run `make kernels`."""
    assert found(package) == recorded()[package]


@pytest.mark.nightly
@pytest.mark.parametrize("package", packages())
def test_kernels_can_be_built_again(package: str, tmp_path: Path) -> None:
    pytest.importorskip("ziglang", reason="make nightly installs it")
    subprocess.run([sys.executable, "-m", "purrlor.compiled.build", "--out", tmp_path, package], check=True)
    again, file = tmp_path / f"{package}.wasm", folder_of(package) / "kernels" / FILE
    assert exports(again) == exports(file)
    if sys.version_info[:2] == BUILT_WITH:
        assert again.read_bytes() == file.read_bytes()


def exports(file: Path) -> dict[str, list[str]]:
    """Return the names of the functions that a module exports, with the types of their parameters and results."""
    types = {each.name: each.type for each in Module(Engine(), file.read_bytes()).exports}
    functions = {name: found for name, found in types.items() if isinstance(found, FuncType)}
    return {name: [*map(str, found.params), "->", *map(str, found.results)] for name, found in functions.items()}
