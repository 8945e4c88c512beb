"""Protection against the internet: headers, origins, limits, and answers in words."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from aiohttp import WSServerHandshakeError, web

from purrlor import __version__
from purrlor.server.http.limits import LONGEST_BODY, NO_LIMITS, Limits
from purrlor.server.http.security import HEADERS
from purrlor.server.store import Store, StoreFailed
from tests.server.parlour import Device, answer_to, parlour, run, two_at_a_table, visit

ADDRESSES = [
    *("/healthz", "/metrics", "/", "/about", "/%00", "/..%2f..%2fetc/passwd", "/api/me", "/api/nothing"),
    *("/api/games", "/api/games/yatzy/rules", "/api/games/x/rules"),
    *("/api/tables", "/api/tables/nosuch", "/api/tables/%00"),
]


def test_every_answer_carries_the_headers_of_safety(tmp_path: Path) -> None:
    async def ask(device: Device) -> None:
        for method, path in [("GET", each) for each in ADDRESSES] + [("POST", "/api/qr"), ("DELETE", "/api/me")]:
            async with device.session.request(method, path) as response:
                assert {name: response.headers.get(name) for name in HEADERS} == HEADERS, path

    visit(tmp_path, ask)


def test_the_policy_allows_nothing_from_elsewhere() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert re.findall(r"[\w-]*unsafe[\w-]*", policy) == ["wasm-unsafe-eval"]
    assert "http" not in policy
    assert "frame-ancestors 'none'" in policy


def test_only_the_page_itself_may_use_the_camera() -> None:
    allowed = dict(each.split("=") for each in HEADERS["Permissions-Policy"].split(", "))
    assert allowed == {"camera": "(self)", "microphone": "()", "geolocation": "()"}


def test_health(tmp_path: Path) -> None:
    assert answer_to(tmp_path, "GET", "/healthz") == (200, {"status": "ok", "version": __version__})


def test_metrics_are_counts_and_times(tmp_path: Path) -> None:
    status, text = answer_to(tmp_path, "GET", "/metrics")
    assert status == 200
    for name in ("tables", "sockets", "events_total", "move_seconds_bucket", "commit_seconds_sum", "errors_total"):
        assert f"purrlor_{name}" in text


def test_a_code_for_a_link_is_a_picture(tmp_path: Path) -> None:
    status, text = answer_to(tmp_path, "POST", "/api/qr", json={"text": "http://localhost/t/abc#key"})
    assert status == 200
    assert text.startswith("<svg")


@pytest.mark.parametrize("text", ["", "x" * 5000, "Grüße 🐈"])
def test_any_text_has_a_code_or_a_refusal(text: str, tmp_path: Path) -> None:
    assert answer_to(tmp_path, "POST", "/api/qr", json={"text": text})[0] in (200, 400)


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "no_page"),
        ("GET", "/api/tables/nosuch", 404, "no_table"),
        ("GET", "/api/tables/no%00such", 400, "bad_request"),
        ("GET", "/api/tables/%F0%9F%90%88/socket", 404, "no_table"),
        ("GET", "/%00", 400, "bad_request"),
        ("DELETE", "/api/games", 405, "wrong_method"),
        ("DELETE", "/api/me", 401, "not_known"),
        ("GET", "/api/games/chess/rules", 404, "no_game"),
        ("GET", "/api/games/chess/words", 404, "no_game"),
        ("GET", "/api/sheets/print?pages=" + "9" * 5000, 400, "bad_pages"),
    ],
)
def test_a_missing_file_is_reported_in_words(method: str, path: str, status: int, code: str, tmp_path: Path) -> None:
    found = answer_to(tmp_path, method, path)
    assert (found[0], found[1]["code"]) == (status, code)
    assert found[1]["words"]
    assert "Traceback" not in str(found)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"name": 7}', b'{"name": "A", "more": 1}', b"\xff\xfe", b"null"])
def test_a_malformed_body_is_refused_in_words(body: bytes, tmp_path: Path) -> None:
    status, problem = answer_to(tmp_path, "POST", "/api/me", data=body)
    assert (status, problem["code"]) == (400, "malformed")


def test_a_body_that_is_too_long_is_refused(tmp_path: Path) -> None:
    status, problem = answer_to(tmp_path, "POST", "/api/me", data=b" " * (LONGEST_BODY + 1))
    assert (status, problem["code"]) == (413, "too_long")


def test_an_internal_error_is_reported_without_its_trace(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("a secret of the implementation")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("purrlor.table.game_info.game_info", fails)
        status, problem = answer_to(tmp_path, "GET", "/api/games")
    assert (status, problem["code"]) == (500, "trouble")
    assert "secret" not in str(problem)
    caplog.clear()


def test_a_table_that_cannot_be_kept_is_not_made(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def fails(*_: object) -> None:
        raise StoreFailed("the disk is full")

    async def ask(device: Device) -> tuple[int, Any]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Store, "write", fails)
            return await device.post("/api/tables", {"game": "yatzy", "seats": [{"kind": "person"}], "name": "Ann"})

    status, problem = visit(tmp_path, ask)
    assert (status, problem["code"]) == (503, "store_failed")
    caplog.clear()


def test_an_act_that_cannot_be_kept_is_sent_to_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Everybody is cut off, comes back, and finds the match as the store has it."""

    def fails(*_: object) -> None:
        raise StoreFailed("the disk is full")

    async def go() -> None:
        async with two_at_a_table(tmp_path / "s", options={"first": "1"}) as (_, ann, ben, table):
            chairs = [await ann.sit(table), await ben.sit(table)]
            for chair in chairs:
                await chair.send("ready")
            before = [await chair.until_type("update") for chair in chairs]
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(Store, "write", fails)
                await chairs[0].act(0, "roll")
                for chair in chairs:
                    with pytest.raises(ConnectionError, match="store_failed"):
                        await chair.hear()
            again = await (await ann.sit(table)).until_type("update")
            assert again["version"] == before[0]["version"]

    run(go())
    caplog.clear()


# Origins and cookies

HERE, THERE = "http://{host}", "https://elsewhere.example"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": THERE}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
    ],
)
def test_a_post_from_elsewhere_is_refused(headers: dict[str, str], status: int, tmp_path: Path) -> None:
    assert answer_to(tmp_path, "POST", "/api/me", json={"name": "Ann"}, headers=headers)[0] == status


def test_a_post_from_the_page_itself_is_welcome(tmp_path: Path) -> None:
    async def ask(device: Device) -> int:
        return (await device.post("/api/me", {"name": "Ann"}, headers={"Origin": device.address}))[0]

    assert visit(tmp_path, ask) == 200


def test_a_socket_from_elsewhere_is_refused(tmp_path: Path) -> None:
    async def ask(device: Device) -> None:
        table, _ = await device.host("yatzy", "person")
        with pytest.raises(WSServerHandshakeError) as failure:
            await device.sit(table, origin=THERE)
        assert failure.value.status == 403
        await (await device.sit(table, origin=device.address)).until_type("table")

    visit(tmp_path, ask)


def test_the_cookie_is_for_the_server_alone(tmp_path: Path) -> None:
    async def ask(device: Device) -> str:
        async with device.session.post("/api/me", json={"name": "Ann"}) as response:
            return response.headers["Set-Cookie"]

    cookie = visit(tmp_path, ask)
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Path=/" in cookie


def test_a_script_gets_no_token_for_the_cookie_of_its_browser(tmp_path: Path) -> None:
    async def story() -> None:
        async with parlour(tmp_path / "store") as place, place.device() as ann:
            table, key = await ann.host("yatzy", "person", "open")
            joined = await ann.join(table, key, "Script", token=True)
            assert joined["seat"] == 1
            async with place.device(joined["token"]) as script:
                _, tables = await script.get("/api/tables")
                assert [each["host"] for each in tables] == [False]

    run(story())


@pytest.mark.parametrize("token", ["", "ann.0000", "x" * 3000, "ü.ü"])
def test_a_forged_token_is_nobody(token: str, tmp_path: Path) -> None:
    headers = {"Authorization": f"Bearer {token}", "Cookie": f'purrlor="{token}"'}
    assert answer_to(tmp_path, "GET", "/api/me", headers=headers) == (200, {"known": False, "name": "", "room": ""})


def test_a_name_is_changed_and_remembered(tmp_path: Path) -> None:
    async def ask(device: Device) -> Any:
        await device.post("/api/me", {"name": " Ann  of Cats "})
        return await device.get("/api/me")

    assert visit(tmp_path, ask) == (200, {"known": True, "name": "Ann of Cats", "room": ""})


# Limits


def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    async def ask(device: Device) -> list[int]:
        return [(await device.get("/api/me"))[0] for _ in range(12)]

    statuses = visit(tmp_path, ask, Limits(requests=0.001 * 5))
    assert statuses[-1] == 429


def test_too_many_tables_are_refused(tmp_path: Path) -> None:
    async def ask(device: Device) -> Any:
        wanted = {"game": "yatzy", "seats": [{"kind": "person"}], "name": "Ann"}
        await device.post("/api/tables", wanted)
        return await device.post("/api/tables", wanted)

    status, problem = visit(tmp_path, ask, Limits(tables=1 / 60))
    assert (status, problem["code"]) == (429, "too_many_tables")


def test_too_many_sockets_are_refused(tmp_path: Path) -> None:
    async def ask(device: Device) -> int:
        table, _ = await device.host("yatzy", "person")
        chair = await device.sit(table)
        with pytest.raises(WSServerHandshakeError) as failure:
            await device.sit(table)
        await chair.leave()
        return failure.value.status

    assert visit(tmp_path, ask, Limits(sockets=1)) == 429


def test_sockets_that_come_all_at_once_are_counted_too(tmp_path: Path) -> None:
    async def ask(device: Device) -> list[bool]:
        table, _ = await device.host("yatzy", "person")
        chairs = await asyncio.gather(*(device.sit(table) for _ in range(8)), return_exceptions=True)
        return [isinstance(chair, WSServerHandshakeError) for chair in chairs]

    assert sum(visit(tmp_path, ask, Limits(sockets=3))) == 5


# Behind a proxy


def through_proxy(tmp_path: Path, work: Any, *, proxied: bool, limits: Limits = NO_LIMITS) -> Any:
    async def go() -> Any:
        async with parlour(tmp_path / "s", limits, proxied=proxied) as house, house.device() as device:
            return await work(device)

    return run(go())


@pytest.mark.parametrize(("proxied", "refused"), [(True, []), (False, [429])])
def test_a_proxy_is_believed_about_addresses_only_where_it_was_named(
    proxied: bool, refused: list[int], tmp_path: Path
) -> None:
    async def ask(device: Device) -> list[int]:
        headers = [{"X-Forwarded-For": f"198.51.100.9, 192.0.2.{number}"} for number in range(8)]
        return [(await device.get("/api/me", headers=each))[0] for each in headers]

    statuses = through_proxy(tmp_path, ask, proxied=proxied, limits=Limits(requests=0.5))
    assert sorted({status for status in statuses if status != 200}) == refused


def test_what_a_visitor_claims_before_the_proxy_counts_for_nothing(tmp_path: Path) -> None:
    async def ask(device: Device) -> int:
        headers = [{"X-Forwarded-For": f"192.0.2.{number}, 198.51.100.9"} for number in range(8)]
        return [(await device.get("/api/me", headers=each))[0] for each in headers][-1]

    assert through_proxy(tmp_path, ask, proxied=True, limits=Limits(requests=0.5)) == 429


@pytest.mark.parametrize(
    ("proxied", "scheme", "secure"),
    [(True, "https", True), (True, "http", False), (True, "ftp", False), (False, "https", False)],
)
def test_the_cookie_is_secure_where_the_proxy_speaks_tls(
    proxied: bool, scheme: str, secure: bool, tmp_path: Path
) -> None:
    async def ask(device: Device) -> str:
        headers = {"X-Forwarded-Proto": scheme}
        async with device.session.post("/api/me", json={"name": "Ann"}, headers=headers) as response:
            return response.headers["Set-Cookie"]

    assert ("Secure" in through_proxy(tmp_path, ask, proxied=proxied)) is secure


def test_a_match_is_played_through_a_proxy(tmp_path: Path) -> None:
    async def play(device: Device) -> bool:
        table, _ = await device.host("yatzy", "person")
        chair = await device.sit(table, headers={"X-Forwarded-For": "192.0.2.1"})
        await chair.send("ready")
        await chair.play(Random(1))
        return bool(chair.updates[0]["over"])

    assert through_proxy(tmp_path, play, proxied=True)


def test_a_client_that_disconnects_is_not_our_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(*_: Any) -> None:
        raise ConnectionResetError

    monkeypatch.setattr(web.WebSocketResponse, "prepare", gone)

    async def ask(device: Device) -> str:
        table, _ = await device.host("yatzy", "person")
        with pytest.raises(WSServerHandshakeError):
            await device.sit(table)
        _, text = await device.get("/metrics")
        return str(text)

    assert "purrlor_errors_total 0.0" in visit(tmp_path, ask)
