"""Logs of other environments become records, which `purrlor review` judges."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from purrlor.cli import main
from purrlor.core.reason import Refused
from purrlor.lab.logs import openspiel_log, pettingzoo_log, record_of_log
from purrlor.lab.openspiel import spiel
from purrlor.lab.pettingzoo import aec_env, parallel_env
from purrlor.lab.text import TextEnv

GAMES = ("yatzy", "meow", "house-of-cats")


def text_match(game: str) -> TextEnv:
    env, random = TextEnv(game, seats=2), Random(1)
    turn = env.reset("log")
    while not turn.over:
        turn = env.step("purr" if random.random() < 0.1 else random.choice(turn.legal))
    return env


@pytest.mark.parametrize("game", GAMES)
def test_a_log_of_the_text_environment_is_its_match(game: str) -> None:
    env = text_match(game)
    assert str(record_of_log(env.log())) == str(env.record())


def chosen(env: Any, agent: str, random: Random) -> int:
    mask = env.observe(agent)["action_mask"]
    return random.choice([number for number, bit in enumerate(mask) if bit])


@pytest.mark.parametrize("game", GAMES)
def test_a_log_of_pettingzoo_is_its_match(game: str) -> None:
    env: Any = aec_env(game, seats=2).unwrapped
    env.reset(seed=7)
    random, actions = Random(1), list[int]()
    while not env.session.over:
        actions.append(chosen(env, env.agent_selection, random))
        env.step(actions[-1])
    record = record_of_log(pettingzoo_log(env.game.rules, 7, actions))
    assert record.events == tuple(env.session.match.log)


def test_a_log_of_a_parallel_environment_has_an_object_per_step() -> None:
    env: Any = parallel_env("addi-cats", seats=2, most_cards=20)
    seen, _ = env.reset(seed=7)
    random, steps = Random(1), list[dict[str, int]]()
    while env.agents:
        masks = {agent: seen[agent]["action_mask"] for agent in env.agents}
        steps.append({agent: random.choice([n for n, bit in enumerate(mask) if bit]) for agent, mask in masks.items()})
        seen, *_ = env.step(steps[-1])
    record = record_of_log(pettingzoo_log(env.unwrapped.game.rules, 7, steps))
    assert record.events == tuple(env.unwrapped.session.match.log)


@pytest.mark.parametrize("game", ["yatzy", "meow"])
def test_a_log_of_openspiel_is_its_match(game: str) -> None:
    state: Any = spiel.load_game(f"purrlor_{game}(players=2)").new_initial_state()
    random = Random(1)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    assert record_of_log(openspiel_log(state)).match().scores == state.position.rules.scores(state.position.state)


def test_the_command_reviews_a_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.jsonl"
    env = text_match("yatzy")
    file.write_text(env.log())
    assert main(["review", str(file), "--json"]) == 0
    judged = json.loads(capsys.readouterr().out)
    assert env.match is not None
    assert [round(each["reached"]) for each in judged] == list(env.match.scores)


PIG = {"log": "pettingzoo", "game": "yatzy", "seed": 1}


@pytest.mark.parametrize(
    ("log", "said"),
    [
        ("{", "cannot be played"),
        ('{"log": "chess"}', "begins with an object"),
        (json.dumps(PIG), "no 'actions'"),
        (json.dumps(PIG | {"game": "chess"}), "chess"),
        (json.dumps(PIG | {"actions": [9999]}), "cannot choose 9999"),
        (json.dumps({"log": "openspiel", "game": "purrlor_chess()", "history": []}), "cannot be played"),
    ],
)
def test_a_broken_log_is_refused_with_the_reason(log: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        record_of_log(log)
