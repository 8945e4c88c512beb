"""The server's files besides tables: the web client, the games and their words; and options of new tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from aiohttp import web

from purrlor.server.http.pages import add_pages
from tests.server.parlour import Device, answer_to, visit

# The page


def page(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<p>purr")
    (folder / "assets" / "app.js").write_text("meow()")
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    return folder


@pytest.mark.parametrize(
    ("path", "status", "cache"),
    [
        ("/", 200, "no-cache"),
        ("/t/abc", 200, "no-cache"),
        ("/room", 200, "no-cache"),
        ("/room/abc", 200, "no-cache"),
        ("/assets/app.js", 200, "public, max-age=31536000, immutable"),
        ("/assets/", 404, ""),
        ("/nothing.js", 404, ""),
        ("/../secret.txt", 404, ""),
        ("/..%2fsecret.txt", 404, ""),
        ("/assets/..%2f..%2fsecret.txt", 404, ""),
        ("/%2e%2e/secret.txt", 404, ""),
        ("//etc/passwd", 404, ""),
        ("/%2fetc%2fpasswd", 404, ""),
        ("/link.txt", 404, ""),
    ],
)
def test_only_files_of_the_page_are_served(
    path: str, status: int, cache: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PURRLOR_PAGE", str(page(tmp_path)))

    async def ask(device: Device) -> tuple[int, str, str]:
        from yarl import URL

        async with device.session.get(URL(device.address + path, encoded=True)) as response:
            return response.status, response.headers.get("Cache-Control", ""), await response.text()

    found = visit(tmp_path, ask)
    assert found[:2] == (status, cache)
    assert "secret" not in found[2]


def test_without_a_page_the_server_says_how_to_build_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PURRLOR_PAGE", str(tmp_path / "none"))
    status, text = answer_to(tmp_path, "GET", "/")
    assert status == 503
    assert "make page" in text


def test_the_page_may_be_in_any_folder(tmp_path: Path) -> None:
    app = web.Application()
    add_pages(app, page(tmp_path))
    assert len(app.router.resources()) > 5


# Making tables


@pytest.mark.parametrize(
    "options",
    [
        {"colour": "blue"},
        {"scratch": ""},
        {"first": "0"},
        {"first": "3"},
        {"first": "9" * 30},
        {"seats": "7"},
        {"name": "x"},
        {"mouser_is_fat_cat": "perhaps"},
        {"\x00": "\x00"},
    ],
)
def test_options_that_cannot_be_are_refused_in_words(options: dict[str, str], tmp_path: Path) -> None:
    body = {"game": "yatzy", "seats": [{"kind": "person"}, {"kind": "open"}], "name": "Ann", "options": options}
    status, problem = answer_to(tmp_path, "POST", "/api/tables", json=body)
    assert (status, problem.get("code")) in ((400, "bad_option"), (201, None))
    assert status == 400 or options == {"seats": "7"}


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("addi-cats", {"actions": "chase,chase"}),
        ("addi-cats", {"most_cards": "-1"}),
        ("addi-cats", {"patience": "1"}),
        ("house-of-cats", {"sheet": "junk"}),
        ("house-of-cats", {"sheet": "é" * 300}),
        ("house-of-cats", {"abilities": "A,A,A,A"}),
        ("house-of-cats", {"level": "9"}),
        ("meow", {"tokens": "fish"}),
        ("meow", {"tokens": "," * 399}),
        ("meow", {"vases": "none"}),
    ],
)
def test_options_of_every_game_are_checked(game: str, options: dict[str, str], tmp_path: Path) -> None:
    body = {"game": game, "seats": [{"kind": "person"}, {"kind": "open"}], "name": "Ann", "options": options}
    status, problem = answer_to(tmp_path, "POST", "/api/tables", json=body)
    assert (status, problem["code"]) == (400, "bad_option")


def test_every_game_says_what_it_needs(tmp_path: Path) -> None:
    _, games = answer_to(tmp_path, "GET", "/api/games")
    assert [game["name"] for game in games] == ["yatzy", "meow", "addi-cats", "house-of-cats"]
    assert all(game["seats"] and game["levels"] and game["options"] for game in games)


def test_a_page_that_was_built_without_a_game_gets_its_words(tmp_path: Path) -> None:
    _, words = answer_to(tmp_path, "GET", "/api/games/meow/words?language=de")
    assert words["meow.title"]
    assert not any(key.startswith("server.") for key in words), "nothing but what belongs to the game"
    assert answer_to(tmp_path, "GET", "/api/games/meow/words?language=xx")[1]["code"] == "no_language"
