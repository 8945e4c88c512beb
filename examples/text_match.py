"""Two language models play MEOW: the match as text. Run: .venv/bin/python examples/text_match.py [GAME] [LANGUAGE]

`stand_in` takes the place of a model: it reads the prompt and answers with one line, at times a wrong one. Put a call
of your own model there.
"""

from __future__ import annotations

import sys
from random import Random

from purrlor.lab.text import TextEnv

RANDOM = Random(7)


def stand_in(system: str, prompt: str) -> str:
    """Finds the actions in the prompt and takes one of them; every tenth answer is nonsense, as with real models."""
    del system
    if RANDOM.random() < 0.1:
        return "I would rather chase the red dot."
    actions = [line.removeprefix("- ").split(" (")[0] for line in prompt.splitlines() if line.startswith("- ")]
    return RANDOM.choice(actions)


def main(game: str = "meow", language: str = "en") -> None:
    env = TextEnv(game, language=language, seats=2)
    system = env.rules()
    turn = env.reset(seed="purr")
    print(turn.text)
    while not turn.over:
        turn = env.step(stand_in(system, turn.text))
        if turn.refused:
            print("\n" + turn.refused)
    print("\n" + turn.text)
    print("refused answers:", env.refusals)


if __name__ == "__main__":
    main(*sys.argv[1:])
