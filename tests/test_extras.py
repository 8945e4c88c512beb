"""The wheel with each of its extras in an environment of its own: what the docs show works there."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Callable

import pytest

from tests.environment import ROOT, Environment

RESEARCH = ROOT / "docs" / "research"
Environments = Callable[..., Environment]
pytestmark = pytest.mark.nightly

DOCTESTS = {
    "lab": ("start", "environments", "batches", "language-models"),
    "gymnasium": ("gymnasium",),
    "pettingzoo": ("pettingzoo", "logs"),
}
"""The pages whose examples need no more than an extra."""
EXAMPLES = {
    "lab": ("self_play_meow.py", "text_match.py", "own_bot.py"),
    "gymnasium": ("league_meow.py", "learn_meow.py"),
    "openspiel": ("openspiel_meow.py",),
}
BLOCKS = {"openspiel": ("openspiel", "load_game"), "textarena": ("language-models", "textarena.make")}
"""A page, and a part of the program on it that needs the extra."""
INSTALLED = {
    "passkeys": "from purrlor.server.people.passkeys import is_installed; assert is_installed()",
    "push": "from purrlor.server.push.encryption import is_installed; assert is_installed()",
    "postgresql": "import purrlor.server.store.postgresql",
    "strong": "import purrlor",
}
"""What a host installs: the program fails without it."""
ASSISTANT = """
import asyncio
from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client

async def main():
    async with Client(stdio_client(StdioServerParameters(command="purrlor", args=["mcp"]))) as client:
        found = await client.call_tool("rules", {"game": "meow"})
        print(found.content[0].text)

asyncio.run(main())
"""
ELSEWHERE = {"verifiers": "tests/lab/test_other_libraries.py"}


def extras() -> set[str]:
    found: dict[str, object] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
        "optional-dependencies"
    ]
    return set(found)


def test_every_extra_is_tried() -> None:
    assert extras() == {*DOCTESTS, *BLOCKS, *INSTALLED, *ELSEWHERE, "report", "mcp", "cluster"}


@pytest.mark.parametrize("extra", DOCTESTS)
def test_examples_of_the_docs_run(environment: Environments, extra: str) -> None:
    there = environment(extra)
    pages = [RESEARCH / f"{page}.md" for page in DOCTESTS[extra]]
    there.run("python", "-m", "doctest", "-o", "ELLIPSIS", "-o", "NORMALIZE_WHITESPACE", *pages)


@pytest.mark.parametrize("extra", EXAMPLES)
def test_examples_in_the_wheel_run(environment: Environments, extra: str) -> None:
    there = environment(extra)
    for example in EXAMPLES[extra]:
        shorter = ["1"] if example.endswith("_meow.py") and extra != "openspiel" else []
        assert there.run("python", there.examples / example, *shorter)


@pytest.mark.parametrize("extra", BLOCKS)
def test_programs_of_the_docs_run(environment: Environments, extra: str) -> None:
    page, part = BLOCKS[extra]
    blocks = re.findall(r"```python\n(.*?)```", (RESEARCH / f"{page}.md").read_text("utf-8"), re.DOTALL)
    (program,) = [block for block in blocks if part in block]
    environment(extra).run("python", "-c", program)


@pytest.mark.parametrize("extra", INSTALLED)
def test_what_hosts_install_is_found(environment: Environments, extra: str) -> None:
    environment(extra).run("python", "-c", INSTALLED[extra])


def test_the_first_result_of_the_docs_needs_one_command(environment: Environments) -> None:
    there = environment("lab")
    (command,) = re.findall(r"^purrlor (lab score .*)$", (RESEARCH / "start.md").read_text("utf-8"), re.MULTILINE)
    assert "| uniform |" in there.run("purrlor", *command.split())


def test_a_report_has_plots(environment: Environments) -> None:
    there = environment("report")
    there.run("purrlor", "arena", "yatzy", "--bots", "tabby,kitten", "--matches", "20", "--out", "evening.run")
    there.run("purrlor", "lab", "report", "evening.run", "--html", "evening.html")
    assert "<svg" in (there.folder / "evening.html").read_text("utf-8")


def test_an_assistant_reads_the_rules(environment: Environments) -> None:
    there = environment("mcp")
    assert "trick" in there.run("python", "-c", ASSISTANT)


@pytest.mark.skipif(sys.version_info >= (3, 15), reason="Dask has no wheels for this Python")
def test_an_arena_runs_on_a_cluster(environment: Environments) -> None:
    there = environment("cluster")
    arena = ("arena", "yatzy", "--bots", "tabby,kitten", "--matches", "50", "--seed", "7")
    known = there.folder / "scheduler.json"
    alone = ("--host", "127.0.0.1", "--scheduler-file", known, "--no-dashboard")
    scheduler = there.start("dask", "scheduler", "--port", "0", *alone)
    worker = there.start("dask", "worker", *alone)
    try:
        assert worker.stderr is not None
        assert any("Registered to" in line for line in worker.stderr)
        address = json.loads(known.read_text("utf-8"))["address"]
        assert there.run("purrlor", *arena, "--cluster", address) == there.run("purrlor", *arena)
    finally:
        for process in (worker, scheduler):
            process.terminate()
            process.communicate()
