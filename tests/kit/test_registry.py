"""Games are found by their entry points; an error in one is reported in a line."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from purrlor.cli import main
from purrlor.kit import NoGames, games, kit, kits, registry
from purrlor.kit.registry import GROUP, entries


def register(monkeypatch: pytest.MonkeyPatch, *entry_points: EntryPoint) -> None:
    found = {entry.name: entry for entry in entry_points}
    monkeypatch.setattr(registry, "entries", lambda: found)
    monkeypatch.setattr(registry, "LOADED", {})


def test_our_games_are_registered_like_any_other_in_the_order_of_the_server() -> None:
    assert {entry.group for entry in entries().values()} == {GROUP}
    assert list(games()) == ["yatzy", "meow", "addi-cats", "house-of-cats"]


@pytest.mark.parametrize("game", games())
def test_the_default_opponent_is_neither_the_weakest_nor_the_strongest(game: str) -> None:
    names = [level.name for level in kit(game).levels]
    assert kit(game).default_level.name in names[1:-1]


def test_without_any_game_the_command_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(registry, "LOADED", {})

    def nothing(*, group: str) -> tuple[EntryPoint, ...]:
        assert group == GROUP
        return ()

    monkeypatch.setattr(registry, "entry_points", nothing)
    registry.entries.cache_clear()
    try:
        assert main(["games"]) == 2
    finally:
        registry.entries.cache_clear()
    assert "no games are registered under 'purrlor.games': reinstall" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("chess", "no_such_package.kit:KIT", "cannot be loaded: No module named 'no_such_package'"),
        ("chess", "purrlor.games.yatzy.kit:NOTHING", "cannot be loaded"),
        ("chess", "purrlor.games.yatzy.kit:YatzyKit", "is not a GameKit"),
        ("chess", "purrlor.games.yatzy.kit:KIT", "is the kit of a game called 'yatzy'"),
    ],
)
def test_a_wrong_entry_point_is_named_with_the_reason(
    name: str, value: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(monkeypatch, EntryPoint(name, value, GROUP))
    with pytest.raises(NoGames, match="the entry point chess") as broken:
        kits()
    assert reason in str(broken.value)
