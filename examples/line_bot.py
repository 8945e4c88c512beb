"""A bot on standard input and output, one JSON object per line, with nothing but Python's own library.

    purrlor arena yatzy --bots 'cmd:python examples/line_bot.py,kitten' --matches 100

It plays any game: in Yatzy it keeps its pairs, elsewhere it takes any legal action. The protocol is described in
docs/build/bot-protocol.md.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from random import Random
from typing import Any

PROTOCOL = 1


def choose(game: str, message: dict[str, Any], random: Random) -> str:
    """One of `message["legal"]`, judged on `message["view"]`: put your own idea here."""
    legal: list[str] = message["legal"]
    if game == "yatzy":
        dice: list[int] = message["view"]["dice"]
        counts = Counter(dice)
        keep = " ".join(["keep", *(str(die) for die in dice if counts[die] > 1)])
        if keep in legal:
            return keep
    return random.choice(legal)


def main() -> None:
    game, random = "", Random()
    for line in sys.stdin:
        message: dict[str, Any] = json.loads(line)
        if message["type"] == "hello":
            game = message["game"]
            answer = {"type": "ready", "protocol": PROTOCOL}
        elif message["type"] == "match":
            random = Random(message["seed"])  # forget everything: the same seed gives the same match
            continue
        elif message["type"] == "choose":
            answer = {"action": choose(game, message, random)}
        else:
            continue  # a later protocol may say more
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
