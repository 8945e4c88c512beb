"""Libraries that are not among our own, each in an environment of its own: their pins exclude each other."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
SCRIPTED_MODEL = """
import re
import textarena
import purrlor.lab.textarena

def play(game, players, answer):
    env, done = textarena.make(game), False
    env.reset(num_players=players, seed=7)
    while not done:
        player, text = env.get_observation()
        listed = re.findall(r"^- (.*?)(?: \\(|$)", text[text.rindex("What you may do"):], re.M)
        done, _ = env.step(answer(player, listed))
    return env.close()

for game, players in (("Yatzy", 2), ("Meow", 3), ("HouseOfCats", 2)):
    rewards, _ = play(f"purrlor/{game}-v0", players, lambda player, listed: f"I think.\\nAction: {listed[0]}")
    assert len(rewards) == players and abs(sum(rewards.values())) < 1e-9, rewards
rewards, known = play("purrlor/Meow-v0", 2, lambda player, listed: "nothing" if player else listed[0])
assert rewards == {0: 1, 1: -1}, rewards
assert [known[player]["invalid_move"] for player in (0, 1)] == [False, True]
"""


def python_with(folder: Path, extra: str, *packages: str) -> Path:
    """Return the Python of a new environment with this checkout and these packages."""
    uv, python = Path(sys.executable).with_name("uv"), folder / "venv" / "bin" / "python"
    subprocess.run([uv, "venv", "-q", "--python", sys.executable, folder / "venv"], check=True)
    install: list[str | Path] = [uv, "pip", "install", "-q", "--python", python, "-e", f"{ROOT}[{extra}]", *packages]
    run(install)
    return python


def run(command: list[str | Path], folder: Path = ROOT) -> str:
    """Run a command in a folder, without this environment's modules, `uv` within reach; fail with what it said."""
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    plain["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{plain['PATH']}"
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env=plain, cwd=folder)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


class StreamedAnswers(BaseHTTPRequestHandler):
    """A model behind an OpenAI-compatible address that answers the last request by `server.answer`."""

    def do_POST(self) -> None:
        server: Any = self.server
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = server.answer(body["messages"][-1]["content"])
        choice = {"index": 0, "finish_reason": "stop", "delta": {"role": "assistant", "content": answer}}
        chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "scripted", "choices": [choice]}
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n".encode())

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


@contextmanager
def scripted_model(answer: Callable[[str], str]) -> Generator[str]:
    """Serve a model; yield its address."""
    server: Any = ThreadingHTTPServer(("127.0.0.1", 0), StreamedAnswers)
    server.answer = answer
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def first_listed(request: str) -> str:
    listed = [line.removeprefix("- ").split(" (")[0] for line in request.splitlines() if line.startswith("- ")]
    return f"Action: {listed[0]}"


@pytest.mark.nightly
def test_a_scripted_model_plays_whole_matches_in_textarena(tmp_path: Path) -> None:
    run([python_with(tmp_path, "textarena"), "-c", SCRIPTED_MODEL])


@pytest.mark.nightly
def test_maskable_ppo_of_sb3_contrib_trains_on_meow(tmp_path: Path) -> None:
    python = python_with(tmp_path, "gymnasium", "sb3-contrib>=2.9")
    assert "after 2048 steps: wins" in run([python, ROOT / "examples" / "ppo_meow.py", "2048"])


@pytest.mark.nightly
def test_ppo_in_one_file_trains_a_bot_for_arenas(tmp_path: Path) -> None:
    python = python_with(tmp_path, "gymnasium", "torch")
    example = ROOT / "examples" / "ppo_cleanrl_meow.py"
    assert "after 3456 steps: wins" in run([python, example, "1"], tmp_path)
    arena = ["arena", "meow", "--bots", f"{example}:Learned,uniform", "--matches", "2"]
    assert "Learned" in run([python.with_name("purrlor"), *arena], tmp_path)


@pytest.mark.nightly
def test_is_mcts_and_deep_cfr_of_openspiel_play_meow(tmp_path: Path) -> None:
    python = python_with(tmp_path, "openspiel", "jax", "flax", "optax", "chex")
    printed = run([python, ROOT / "examples" / "openspiel_meow.py"])
    assert "IS-MCTS against random: [" in printed
    assert "Deep CFR plays: {'play " in printed


def evaluated(python: Path, folder: Path, answer: Callable[[str], str], *options: str) -> Any:
    """Return the trace of one task of `purrlor-verifiers`."""
    with scripted_model(answer) as address:
        model = ["-m", "scripted", "--client.base-url", address, "--client.api-key-var", "NONE"]
        local = ["-n", "1", "--no-push", "--no-rich", "--run.dir", "run", "-o", str(folder)]
        run([python.with_name("vf-eval"), "purrlor-verifiers", *model, *local, *options])
    (trace,) = json.loads((folder / "run" / "traces.jsonl").read_text())["traces"]
    return trace


@pytest.mark.nightly
def test_a_scripted_model_is_rewarded_in_verifiers(tmp_path: Path) -> None:
    python = python_with(tmp_path, "verifiers")
    weighed = ("--env.taskset.game", "yatzy", "--env.taskset.seats", "1", "--env.regret-weight", "0.5")
    played = evaluated(python, tmp_path / "played", first_listed, *weighed)
    assert played["ok"]
    assert played["rewards"]["match"]["score"] == played["metrics"]["points"] > 0
    assert played["rewards"]["regret"]["weight"] == 0.5
    assert played["metrics"]["points_lost"] > 0 == played["metrics"]["forfeits"]
    refused = evaluated(python, tmp_path / "refused", lambda _: "purr", "--env.taskset.most-refusals", "1")
    assert (refused["rewards"]["match"]["score"], refused["metrics"]["refused_answers"]) == (-1, 2)
