"""A bot of one's own: it wants sixes, and takes what it gets. Run: .venv/bin/python examples/own_bot.py"""

from collections.abc import Sequence
from random import Random

from purrlor.core import winners
from purrlor.games.yatzy import Action, Keep, Score, View, Yatzy
from purrlor.kit import Choice, level
from purrlor.lab.playout import play_out


class Sixes:
    """Sees its view and the legal actions, never the state; returns a choice."""

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:  # noqa: ARG002
        sixes = tuple(die for die in view.dice if die == 6)
        if Keep(sixes) in legal:
            return Choice(Keep(sixes))
        scores = [action for action in legal if isinstance(action, Score)]
        return Choice(max(scores, key=lambda score: view.points(score.box)))


def main() -> None:
    rules = Yatzy(seats=2)
    match = play_out(rules, [Sixes(), level("yatzy", "kitten").make(rules)], seed="my first bot")
    names = ("Sixes", "Kitten")
    for name, points in zip(names, match.scores, strict=True):
        print(f"{name}: {points}")
    print("Winner:", " and ".join(names[seat] for seat in winners(match.scores)))


if __name__ == "__main__":
    main()
