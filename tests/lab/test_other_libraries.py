"""Libraries that are not among our own, each in an environment of its own: their pins exclude each other."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.environment import Environment

pytestmark = pytest.mark.nightly
Environments = Callable[..., Environment]
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


def test_a_scripted_model_plays_whole_matches_in_textarena(environment: Environments) -> None:
    environment("textarena").run("python", "-c", SCRIPTED_MODEL)


def played(there: Environment, bot: str) -> str:
    """Let a bot of the examples play an arena."""
    return there.run("purrlor", "arena", "meow", "--bots", f"{there.examples / bot},uniform", "--matches", "2")


def test_maskable_ppo_of_sb3_contrib_trains_a_bot_for_arenas(environment: Environments) -> None:
    there = environment("gymnasium", "sb3-contrib>=2.9")
    assert "after 2048 steps: wins" in there.run("python", there.examples / "ppo_sb3.py", "meow", "2048")
    assert "Learned" in played(there, "ppo_sb3.py:Learned")


def test_ppo_in_one_file_trains_a_bot_for_arenas(environment: Environments) -> None:
    there = environment("gymnasium", "torch")
    assert "after 3456 steps: wins" in there.run("python", there.examples / "ppo_cleanrl_meow.py", "1")
    assert "Learned" in played(there, "ppo_cleanrl_meow.py:Learned")


def test_ppo_of_rllib_trains_a_bot_for_arenas(environment: Environments) -> None:
    there = environment("gymnasium", "ray[rllib]>=2.60", "torch")
    assert "after 4000 steps: wins" in there.run("python", there.examples / "ppo_rllib_meow.py", "1")
    assert "Trained" in played(there, "ppo_rllib_meow.py:Trained")


def test_is_mcts_and_deep_cfr_of_openspiel_play_meow(environment: Environments) -> None:
    there = environment("openspiel", "jax", "flax", "optax", "chex")
    printed = there.run("python", there.examples / "openspiel_meow.py")
    assert "IS-MCTS against random: [" in printed
    assert "Deep CFR plays: {'play " in printed
    assert "TreeSearch" in played(there, "openspiel_meow.py:TreeSearch")


def evaluated(there: Environment, name: str, answer: Callable[[str], str], *options: str) -> Any:
    """Return the trace of one task of `purrlor-verifiers`."""
    with scripted_model(answer) as address:
        model = ["-m", "scripted", "--client.base-url", address, "--client.api-key-var", "NONE"]
        local = ["-n", "1", "--no-push", "--no-rich", "--run.dir", "run", "-o", name]
        there.run("vf-eval", "purrlor-verifiers", *model, *local, *options)
    (trace,) = json.loads((there.folder / name / "run" / "traces.jsonl").read_text())["traces"]
    return trace


def test_a_scripted_model_is_rewarded_in_verifiers(environment: Environments) -> None:
    there = environment("verifiers")
    weighed = ("--env.taskset.game", "yatzy", "--env.taskset.seats", "1", "--env.regret-weight", "0.5")
    whole = evaluated(there, "played", first_listed, *weighed)
    assert whole["ok"]
    assert whole["rewards"]["match"]["score"] == whole["metrics"]["points"] > 0
    assert whole["rewards"]["regret"]["weight"] == 0.5
    assert whole["metrics"]["points_lost"] > 0 == whole["metrics"]["forfeits"]
    refused = evaluated(there, "refused", lambda _: "purr", "--env.taskset.most-refusals", "1")
    assert (refused["rewards"]["match"]["score"], refused["metrics"]["refused_answers"]) == (-1, 2)
