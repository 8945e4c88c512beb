"""A machine without Firefox or WebKit says what is missing and how to get it."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import installed


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine with no programs but those that a test puts here."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("PURRLOR_FIREFOX", raising=False)
    monkeypatch.setattr(installed, "MINI_BROWSERS", (f"{tmp_path}/MiniBrowser",))
    return tmp_path


@pytest.mark.usefixtures("bare")
def test_without_them_two_lines_say_how_to_get_them() -> None:
    firefox, webkit = installed.missing()
    assert "apt install firefox-esr" in firefox
    assert "WebKitWebDriver and MiniBrowser and Xvfb" in webkit
    assert "apt install webkit2gtk-driver xvfb" in webkit


def test_only_what_is_missing_is_named(bare: Path) -> None:
    for name in ("firefox", "WebKitWebDriver", "MiniBrowser"):
        (bare / name).write_text("#!/bin/sh\n", "utf-8")
        (bare / name).chmod(0o755)
    (webkit,) = installed.missing()
    assert "for Xvfb was not found" in webkit


@pytest.mark.usefixtures("bare")
def test_a_named_firefox_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PURRLOR_FIREFOX", "/somewhere/firefox")
    assert callable(installed.find("firefox"))
