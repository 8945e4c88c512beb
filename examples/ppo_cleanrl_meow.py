# pyright: basic, reportMissingImports=false
"""Masked PPO in one file, in CleanRL's style: two-player MEOW in compiled rows against `kitten`, with torch.

    pip install 'purrlor[gymnasium]' torch
    python examples/ppo_cleanrl_meow.py [STEPS]
    purrlor lab score examples/ppo_cleanrl_meow.py --game meow

Training writes the network to ppo_cleanrl_meow.pt in the current folder; `Learned` is the bot that plays it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from typing import Any

import torch
from torch.distributions import Categorical

from purrlor.core import Millis
from purrlor.kit import Choice
from purrlor.lab.encodings import encoding_of
from purrlor.lab.gymnasium import vector_env

SAVED = "ppo_cleanrl_meow.pt"
ROWS, DECISIONS = 128, 27
"""Matches at once; the decisions of one match, so that each round of training sees whole matches."""
EPOCHS, PARTS = 4, 16
RATE, CLIP, LAMBDA, ENTROPY, VALUE = 5e-4, 0.2, 0.95, 0.01, 0.5
TRAINED_AGAINST, MEASURED_AGAINST = "kitten", ("uniform", "kitten", "tabby")
IMPOSSIBLE = -1e9
torch.set_num_threads(1)  # the fastest for a network this small


def network(columns: int, actions: int) -> Any:
    """Return a network that maps an observation to a logit for each action, then the expected result."""
    hidden = [torch.nn.Linear(columns, 128), torch.nn.Tanh(), torch.nn.Linear(128, 128), torch.nn.Tanh()]
    return torch.nn.Sequential(*hidden, torch.nn.Linear(128, actions + 1))


def policy(net: Any, seen: Any, mask: Any) -> tuple[Any, Any]:
    """Return how likely each legal action is, and the expected result."""
    out = net(seen.float() / 10)
    return Categorical(logits=out[:, :-1].masked_fill(mask == 0, IMPOSSIBLE)), out[:, -1]


def tensors(observation: Any) -> tuple[Any, Any]:
    return torch.from_numpy(observation["observation"]), torch.from_numpy(observation["action_mask"])


def rollout(net: Any, env: Any, observation: Any) -> tuple[Any, dict[str, Any]]:
    """Play a match in every row; return the next observation, and what was seen, done and gained."""
    columns: dict[str, list[Any]] = {name: [] for name in ("seen", "mask", "action", "logp", "value", "reward", "over")}
    for _ in range(DECISIONS):
        seen, mask = tensors(observation)
        with torch.no_grad():
            chosen, value = policy(net, seen, mask)
            action = chosen.sample()
        observation, reward, over, *_ = env.step(action.numpy())
        found = (seen, mask, action, chosen.log_prob(action), value, torch.from_numpy(reward), torch.from_numpy(over))
        for kept, each in zip(columns.values(), found, strict=True):
            kept.append(each)
    played = {name: torch.stack(kept) for name, kept in columns.items()}
    with torch.no_grad():
        played["last"] = policy(net, *tensors(observation))[1]
    return observation, played


def advantages(played: dict[str, Any]) -> Any:
    """Return how much better each action did than expected (generalised advantage estimation, no discount)."""
    found, later, following = torch.zeros_like(played["value"]), torch.zeros(ROWS), played["last"]
    for step in reversed(range(DECISIONS)):
        going = 1 - played["over"][step].float()
        surprise = played["reward"][step].float() + going * following - played["value"][step]
        found[step] = later = surprise + LAMBDA * going * later
        following = played["value"][step]
    return found


def learn(net: Any, optimizer: Any, played: dict[str, Any]) -> None:
    """Improve the network by PPO's clipped objective."""
    gained = advantages(played)
    goal = (gained + played["value"]).flatten()
    seen, mask, action, before = (played[name].flatten(0, 1) for name in ("seen", "mask", "action", "logp"))
    gained = ((gained - gained.mean()) / (gained.std() + 1e-8)).flatten()
    for _ in range(EPOCHS):
        for part in torch.randperm(len(action)).chunk(PARTS):
            chosen, value = policy(net, seen[part], mask[part])
            ratio = (chosen.log_prob(action[part]) - before[part]).exp()
            better = torch.min(ratio * gained[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gained[part])
            loss = -better.mean() + VALUE * (value - goal[part]).square().mean() - ENTROPY * chosen.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()


def wins(net: Any, opponents: str) -> float:
    """Play a match in every row, the likeliest action each time; return the share won, ties counted half."""
    env = vector_env("meow", 8 * ROWS, opponents=opponents, seats=2)
    observation, total = env.reset(seed=1)[0], 0.0
    for _ in range(DECISIONS):
        with torch.no_grad():
            chosen, _ = policy(net, *tensors(observation))
        observation, reward, over, *_ = env.step(chosen.probs.argmax(1).numpy())
        total += float((reward[over] + 1).sum() / 2)
    return total / env.num_envs


class Learned:
    """The trained network as a bot."""

    saved = SAVED

    def __init__(self, game: Any) -> None:
        self.encoding = encoding_of(game)
        self.net = network(self.encoding.size, len(self.encoding.actions))
        self.net.load_state_dict(torch.load(self.saved, weights_only=True))

    def choose(self, view: Any, legal: Sequence[Any], random: Random) -> Choice[Any]:
        """Play the action that the network finds likeliest."""
        del random
        seen = torch.tensor([self.encoding.observe(view, Millis(0))])
        with torch.no_grad():
            chosen, _ = policy(self.net, seen, torch.tensor([self.encoding.mask(legal)]))
        return Choice(self.encoding.actions[int(chosen.probs.argmax())])


def main(steps: int = 140_000) -> None:
    torch.manual_seed(7)
    env: Any = vector_env("meow", ROWS, opponents=TRAINED_AGAINST, seats=2)
    net = network(env.single_observation_space["observation"].shape[0], env.single_action_space.n)
    optimizer = torch.optim.Adam(net.parameters(), lr=RATE, eps=1e-5)
    observation, _ = env.reset(seed=7)
    rounds = -(-steps // (ROWS * DECISIONS))
    for number in range(1, rounds + 1):
        optimizer.param_groups[0]["lr"] = RATE * (1 - (number - 1) / rounds)
        observation, played = rollout(net, env, observation)
        learn(net, optimizer, played)
        if number % 40 == 0 or number == rounds:
            shares = ", ".join(f"{100 * wins(net, level):.0f} % against {level}" for level in MEASURED_AGAINST)
            print(f"after {number * ROWS * DECISIONS} steps: wins {shares}", flush=True)
    torch.save(net.state_dict(), SAVED)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
