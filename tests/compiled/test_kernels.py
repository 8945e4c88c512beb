"""The kernels for the browser are those that were built, of the sources as they are now."""

from __future__ import annotations

import pytest

from purrlor.compiled.build.built import found, packages, recorded


def test_every_game_that_names_kernels_has_them() -> None:
    assert sorted(recorded()) == packages()


@pytest.mark.parametrize("package", packages())
def test_kernels_are_as_they_were_built_of_the_sources_of_today(package: str) -> None:
    """After a change of compiled functions: make kernels."""
    assert found(package) == recorded()[package]
