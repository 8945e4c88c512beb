"""What MEOW hides from a viewer, dealt anew: for the laws, and for tests that bots see views alone."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from purrlor.core import Seat

from .kernels.bits import cards_of
from .kernels.deals import Deals
from .rules import Meow, State


def disguise(rules: Meow, state: State, seat: Seat | None, random: Random) -> State:
    """Another world that this seat (None: a spectator) cannot tell from this one, any with the same probability."""
    hands = Deals.of(rules.view(state, seat)).draw(1, seed=random.getrandbits(64))[0]
    return replace(state, hands=tuple(cards_of(int(hand)) for hand in hands))
