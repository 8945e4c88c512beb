"""House of Cats's hints in the terminal: the best turn from here on, in points at the end of the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from purrlor.core import Game
from purrlor.games.house_of_cats import Action, View
from purrlor.games.house_of_cats.bots.advice import advise, prepare
from purrlor.games.house_of_cats.notation import Done
from purrlor.kit.speech import listed, say, speech
from purrlor.terminal.advice import Advice

from .talk import named


@dataclass(frozen=True)
class TurnAdviser:
    def advise(self, view: View, legal: Sequence[Action]) -> Advice:
        found = advise(view, legal)
        steps = [named(step) for step in found.steps if found.steps == (Done(),) or not isinstance(step, Done)]
        reason = speech().say("house-of-cats", found.reason, ())
        sentence = say("house-of-cats.advice.turn", steps=listed(steps), reason=reason)
        return Advice([(steps[0], worth) for steps, worth in found.ranked], sentence)


def adviser(_: Game[Any, Any, Any]) -> TurnAdviser:
    prepare()
    return TurnAdviser()
