"""A light installation, without Numba and numpy: tables and plain bots work, and what is missing is said."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path
from random import Random

import pytest

from purrlor import compiled
from purrlor.kit import kit
from purrlor.kit.levels import UnknownLevel
from purrlor.table.challenge import challenges
from purrlor.table.levels import checked_level
from purrlor.table.looking_back import judged_by_seat
from purrlor.table.refusals import Refusing
from tests.server.parlour import Device, visit

ROOT = Path(__file__).parents[2]
IN_THE_BROWSER = "numba,numpy,llvmlite,babel,rich,platformdirs,aiohttp,fsrs,markdown_it,prompt_toolkit,segno,fontTools"


@pytest.fixture
def light(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def find_nothing(_: str) -> None:
        return None

    monkeypatch.setattr(compiled, "find_spec", find_nothing)
    compiled.has_numba.cache_clear()
    yield
    compiled.has_numba.cache_clear()


@pytest.mark.slow
def test_every_game_is_played_with_msgspec_alone() -> None:
    command = [sys.executable, "-m", "tests.device.light", IN_THE_BROWSER]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=300).stdout
    assert {line.split()[0]: line for line in printed.splitlines()} | {"addi-cats": ""} == {
        "yatzy": "yatzy uniform kitten tabby tomcat default tomcat",
        "meow": "meow uniform kitten tabby default tabby",
        "addi-cats": "",
        "house-of-cats": "house-of-cats uniform kitten tabby default tabby",
    }


def test_a_light_installation_does_not_bring_compiled_code() -> None:
    wanted = [each for each in requires("purrlor") or [] if "extra ==" not in each]
    names = {re.split(r"[^\w.-]", each)[0] for each in wanted}
    assert "msgspec" in names
    assert not names & {"numba", "numpy", "llvmlite", "scipy"}


@pytest.mark.usefixtures("light")
def test_a_bot_that_cannot_run_says_what_to_install() -> None:
    with pytest.raises(UnknownLevel, match=r"'tiger' for meow needs compiled code: install purrlor\[strong\]"):
        kit("meow").level("tiger")
    with pytest.raises(Refusing, match=r"purrlor\[strong\]"):
        checked_level("meow", "tiger")


@pytest.mark.usefixtures("light")
def test_without_compiled_code_there_are_no_reviews_and_hints_of_games_that_need_it() -> None:
    assert not kit("yatzy").offers_advice
    assert not judged_by_seat("yatzy")


@pytest.mark.usefixtures("light")
def test_the_daily_challenge_is_one_without_strong_bots_and_nothing_waits_for_a_review(tmp_path: Path) -> None:
    async def work(device: Device) -> None:
        status, made = await device.post("/api/today/yatzy", {"name": "Ann"})
        assert status == 201
        chair = await device.sit(made["id"])
        await chair.send("ready")
        await chair.until_type("update")
        await chair.play(Random(1))
        while (board := (await device.get("/api/today/yatzy"))[1])["own"]["status"] != "counts":
            await asyncio.sleep(0.01)
        assert (board["judging"], board["par"], board["merit"]) == (False, None, None)
        _, history = await device.get("/api/history")
        assert (len(history["matches"]), history["working"]) == (1, 0)

    visit(tmp_path, work)
    assert "meow" not in challenges()


@pytest.mark.slow
def test_a_command_that_needs_it_says_so_in_one_line() -> None:
    code = "import sys; from tests.device.light import hide; hide(['numba', 'numpy']);"
    run = f"{code} from purrlor.cli import main; sys.exit(main(['solve', 'yatzy']))"
    done = subprocess.run(
        [sys.executable, "-c", run], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert done.stderr == "purrlor: this needs compiled code, which is not installed: pip install 'purrlor[strong]'\n"
