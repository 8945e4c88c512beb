"""`purrlor words check` on the command line."""

from __future__ import annotations

from .conftest import Purrlor


def test_the_command_names_findings_and_says_so_by_its_status(purrlor: Purrlor) -> None:
    shown = purrlor("words", "check", "de")
    assert (shown.code, shown.out) == (0, "de: 100.0 % there, 0 missing, 0 wrong\n")
    assert "en (the source): 100.0 % there" in purrlor("words", "check").out


def test_a_language_that_is_not_there(purrlor: Purrlor) -> None:
    shown = purrlor("words", "check", "tlh")
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.startswith("purrlor: there is no language tlh; known: de")
