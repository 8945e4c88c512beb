# pyright: basic, reportMissingImports=false
"""Teaches MaskablePPO of sb3-contrib two-player MEOW against players who choose at random.

pip install 'purrlor[gymnasium]' sb3-contrib
python examples/ppo_meow.py [STEPS]
"""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
from sb3_contrib import MaskablePPO

MATCHES = 50


def wins(model: MaskablePPO, opponents: str) -> float:
    """Play matches without exploring; return the share won, ties counted half."""
    env = gymnasium.make("purrlor.lab.gymnasium:purrlor/Meow-v0", seats=2, opponents=opponents)
    total = 0.0
    for number in range(MATCHES):
        observation, _ = env.reset(seed=number)
        reward, over = 0.0, False
        while not over:
            masks: Any = env.get_wrapper_attr("action_masks")()
            action, _ = model.predict(observation, action_masks=masks, deterministic=True)
            observation, gain, over, *_ = env.step(int(action))
            reward = float(gain)
        total += (reward + 1) / 2
    return total / MATCHES


def main(steps: int = 100_000) -> None:
    env = gymnasium.make("purrlor.lab.gymnasium:purrlor/Meow-v0", seats=2)
    model = MaskablePPO("MultiInputPolicy", env, n_steps=2048, seed=7)
    print(f"before: wins {100 * wins(model, 'uniform'):.0f} % against uniform")
    model.learn(steps)
    for opponents in ("uniform", "kitten", "tabby"):
        print(f"after {steps} steps: wins {100 * wins(model, opponents):.0f} % against {opponents}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
