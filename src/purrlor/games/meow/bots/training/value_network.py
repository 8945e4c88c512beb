"""A neural network that says what each card will bring: the share of the win that its seat may expect.

Inputs are those of `inputs.py`; three layers of rectified sums follow, then one sum for each card. Only sums, products
and comparisons in a fixed order, so that every machine finds the same bits.
"""

from __future__ import annotations

from typing import NamedTuple

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints
from purrlor.games.meow.bots.policy.card_features import CARDS
from purrlor.games.meow.bots.policy.features import INPUTS, KINDS, MOST_ACTIVE, gather, turn_over
from purrlor.games.meow.bots.policy.layers import pass_on, sum_rows
from purrlor.games.meow.bots.search.values import Floats
from purrlor.games.meow.kernels.fast_rules import TwinTable
from purrlor.kit.networks import parse_layers

WIDTHS = (512, 256, 128)
SHAPES = tuple((rows + 1, columns) for rows, columns in zip((INPUTS, *WIDTHS), (*WIDTHS, CARDS), strict=True))
"""Each layer has one more row, which is added whatever the inputs are."""
_ROOM = max(MOST_ACTIVE, *WIDTHS)


class Net(NamedTuple):
    """Weights, and room for what a judgement passes through."""

    first: Floats
    second: Floats
    third: Floats
    last: Floats
    kinds: Ints
    places: Ints
    values: Floats
    wide: Floats
    middle: Floats
    slim: Floats
    judged: Floats
    """By card, with pink and blue as the network sees them."""


def parse_net(content: bytes) -> Net:
    first, second, third, last = parse_layers(content, SHAPES)
    wide, middle, slim = (np.zeros(width) for width in WIDTHS)
    return Net(
        first=first,
        second=second,
        third=third,
        last=last,
        kinds=KINDS,
        places=np.zeros(_ROOM, np.int64),
        values=np.zeros(_ROOM),
        wide=wide,
        middle=middle,
        slim=slim,
        judged=np.zeros(CARDS),
    )


@compiled
def judge_cards(table: TwinTable, net: Net, state: Ints, shown: Ints) -> bool:
    """Write what each card is worth to the seat to move; what is written for cards that it may not play means nothing.

    Returns whether pink and blue changed places, in the position as well.
    """
    swapped = turn_over(state, shown)
    size = gather(table, net.kinds, state, shown, net.places, net.values)
    places, values = net.places, net.values
    sum_rows(net.first, places, values, size, net.wide)
    pass_on(net.wide, net.second, places, values, net.middle)
    pass_on(net.middle, net.third, places, values, net.slim)
    pass_on(net.slim, net.last, places, values, net.judged)
    return swapped
