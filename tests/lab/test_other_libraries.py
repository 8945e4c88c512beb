"""Libraries that are not among our own, each in an environment of its own: their pins exclude each other."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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
    installed = subprocess.run(install, capture_output=True, text=True, check=False)
    if installed.returncode:
        pytest.skip(f"{extra} cannot be installed here: {installed.stderr}")
    return python


def run(command: list[str | Path]) -> str:
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env=plain)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.nightly
def test_a_scripted_model_plays_whole_matches_in_textarena(tmp_path: Path) -> None:
    run([python_with(tmp_path, "textarena"), "-c", SCRIPTED_MODEL])


@pytest.mark.nightly
def test_maskable_ppo_of_sb3_contrib_trains_on_meow(tmp_path: Path) -> None:
    python = python_with(tmp_path, "gymnasium", "sb3-contrib>=2.9")
    assert "after 2048 steps: wins" in run([python, ROOT / "examples" / "ppo_meow.py", "2048"])
