"""The nginx of `deploy/` in front of the real server, and the script that brings its certificate."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from random import Random
from typing import Any

import pytest
from aiohttp import ClientSession, TCPConnector
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from purrlor.server.http.limits import share_of
from tests.server.parlour import PATIENCE, Parlour, parlour, run

DEPLOY = Path(__file__).parents[2] / "deploy"
SITE = "localhost"
MAIN = """
daemon off; master_process off; pid {folder}/pid; error_log stderr error;
events {{ worker_connections 256; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  include {folder}/site.conf;
}}
"""


def nginx() -> str:
    found = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if found is None:
        pytest.skip("nginx is not installed (Debian: apt install nginx-light)")
    return found


def make_certificate(folder: Path, name: str = "site") -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, SITE)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    folder.mkdir(parents=True, exist_ok=True)
    plain = serialization.NoEncryption()
    pem, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    (folder / f"{name}.key").write_bytes(key.private_bytes(pem, form, plain))
    (folder / f"{name}.crt").write_bytes(made.public_bytes(pem))


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def configured(folder: Path, ports: tuple[int, int], servers: str) -> Path:
    """The template as the nginx image fills it in, with ports and folders of the test."""
    text = (DEPLOY / "nginx.conf.template").read_text("utf-8")
    values = {
        "NGINX_LOCAL_RESOLVERS": "127.0.0.1",
        "PURRLOR_SITE": SITE,
        "PURRLOR_SERVERS": servers,
        "PURRLOR_CERTIFIER": servers.split()[1].rstrip(";"),
    }
    text = re.sub(r"\$\{(\w+)\}", lambda found: values[found[1]], text)
    for port, own in zip((80, 443), ports, strict=True):
        text = text.replace(f"listen {port} ", f"listen 127.0.0.1:{own} ")
    (folder / "site.conf").write_text(text.replace("/run/purrlor/", f"{folder}/"), "utf-8")
    main = folder / "nginx.conf"
    main.write_text(MAIN.format(folder=folder), "utf-8")
    make_certificate(folder)
    return main


@asynccontextmanager
async def behind_nginx(folder: Path) -> AsyncGenerator[tuple[Parlour, ClientSession, tuple[int, int]]]:
    """The real server, a client of the nginx in front of it, and its ports for http and https."""
    program, ports = nginx(), (free_port(), free_port())
    async with parlour(folder / "s", proxied=True, rtt_header="X-Client-RTT") as house:
        main = configured(folder, ports, f"server {house.address.removeprefix('http://')};")
        process = subprocess.Popen([program, "-c", str(main), "-p", str(folder)])
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        try:
            await reachable(process, ports[1])
            async with ClientSession(f"https://localhost:{ports[1]}", connector=TCPConnector(ssl=context)) as client:
                yield house, client, ports
        finally:
            process.terminate()
            process.wait(PATIENCE)


async def reachable(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        with socket.socket() as visitor:
            if visitor.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert process.poll() is None, "nginx has ended"
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)


def test_nginx_accepts_its_file(tmp_path: Path) -> None:
    main = configured(tmp_path, (free_port(), free_port()), "server 127.0.0.1:8765;")
    done = subprocess.run([nginx(), "-t", "-q", "-c", str(main)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def shares(addresses: list[str]) -> list[str]:
    """The shares that the template's map gives to addresses, as nginx writes them."""
    text = (DEPLOY / "nginx.conf.template").read_text("utf-8")
    forms = [form.replace("(?<", "(?P<") for form in re.findall(r'(?m)^    "~(.*)" \$net;$', text)]
    found = [next(filter(None, (re.search(form, each) for form in forms)), None) for each in addresses]
    return [each if match is None else match["net"] for each, match in zip(addresses, found, strict=True)]


def test_nginx_counts_an_ipv6_network_as_one_address() -> None:
    random, addresses = Random(1), ["192.0.2.7", "192.0.2.8", "::1"]
    for _ in range(3000):
        groups = [random.choice((0, 0, 1, 0x2A00, 0xFFFF)) for _ in range(8)]
        if groups[0] and (any(groups[1:3]) or not groups[3]):  # 2001:0:0:1:… are two shares: none is in use
            addresses.append(str(ip_address(":".join(f"{group:x}" for group in groups))))
    ours = dict.fromkeys(zip(map(share_of, addresses), shares(addresses), strict=True))
    assert len(ours) == len({our for our, _ in ours}) == len({nginx for _, nginx in ours}) > 100


def test_answers_through_nginx_have_hsts_and_no_version(tmp_path: Path) -> None:
    async def go() -> None:
        async with behind_nginx(tmp_path) as (_, client, ports):
            for path, status in (("/", 200), ("/api/me", 200), ("/api/nothing", 404), ("/metrics", 404)):
                async with client.get(path) as response:
                    assert response.status == status
                    assert response.headers["Strict-Transport-Security"] == "max-age=31536000"
                    assert response.headers.getall("Server") == ["nginx"]
                    assert path != "/api/me" or "; Secure" in response.headers["Set-Cookie"]
            plain = await client.get(f"http://127.0.0.1:{ports[0]}/t/abc?x=1", allow_redirects=False)
            assert (plain.status, plain.headers["Location"]) == (301, "https://localhost/t/abc?x=1")
            assert plain.headers.getall("Server") == ["nginx"]

    run(go())


def test_the_round_trip_that_nginx_measures_reaches_the_server(tmp_path: Path) -> None:
    """Whatever the client says about it, and about its address."""

    async def go() -> None:
        async with behind_nginx(tmp_path) as (house, client, _):
            seats = [{"kind": "person"}, {"kind": "open"}]
            async with client.post("/api/tables", json={"game": "addi-cats", "name": "Ann", "seats": seats}) as made:
                table = (await made.json())["id"]
            lies = {"X-Client-RTT": "90000000", "X-Forwarded-For": "192.0.2.7"}
            session: Any = client
            async with session.ws_connect(f"/api/tables/{table}/socket", headers=lies) as line:
                await line.receive(timeout=PATIENCE)
                (key,), (connection,) = zip(*house.app.services.proxy_round_trips.open.items(), strict=True)
                assert key[2] == "127.0.0.1"
                assert connection.pings.vouched is not None
                assert 0 <= connection.pings.vouched < 1000

    run(go())


# The certificate


@pytest.fixture
def bringing(tmp_path: Path) -> Generator[subprocess.Popen[bytes]]:
    """The script with an `nginx` that only records its arguments."""
    (tmp_path / "bin").mkdir()
    told = tmp_path / "bin" / "nginx"
    told.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/told\n')
    told.chmod(0o755)
    environment = {
        "PATH": f"{tmp_path}/bin:{os.environ['PATH']}",
        "PURRLOR_SITE": SITE,
        "PURRLOR_CERTIFICATES": str(tmp_path / "caddy"),
        "PURRLOR_CERTIFICATE": str(tmp_path / "run"),
        "PURRLOR_LOOK_SECONDS": "0.1",
    }
    process = subprocess.Popen(["/bin/sh", DEPLOY / "certificate.sh"], env=environment, start_new_session=True)
    yield process
    os.killpg(process.pid, 9)
    process.wait()


def until(condition: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_nginx_gets_the_certificate_of_caddy_and_each_newer_one(
    bringing: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    issued, used = tmp_path / "caddy" / "local" / SITE, tmp_path / "run"
    until(used.exists)
    assert bringing.poll() is None, "nginx starts when there is a certificate"
    make_certificate(issued, SITE)
    assert bringing.wait(PATIENCE) == 0
    assert (used / "site.crt").read_bytes() == (issued / f"{SITE}.crt").read_bytes()
    assert (used / "site.key").read_bytes() == (issued / f"{SITE}.key").read_bytes()
    assert not (tmp_path / "told").exists()
    make_certificate(issued, SITE)
    until((tmp_path / "told").exists)
    until(lambda: (tmp_path / "told").read_text().splitlines() == ["-t -q", "-s reload"])
    assert (used / "site.crt").read_bytes() == (issued / f"{SITE}.crt").read_bytes()
