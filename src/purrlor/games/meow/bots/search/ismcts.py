"""Information-set Monte Carlo tree search with one tree (Cowling, Powley and Whitehouse, 2012).

All cards are played in the open, so an information set is the sequence of cards played since the root. Every iteration
takes a deal that fits the view, descends along cards that are legal in this deal, adds one node and runs a playout of
the heuristic policy. Exploration counts how often a card could have been played, not how often its parent was visited.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import NamedTuple

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, Source
from purrlor.compiled.borrowed_arrays import borrowed
from purrlor.games.meow.kernels.bits import any_bit
from purrlor.games.meow.kernels.exponentials import Floats, fill_logarithms
from purrlor.games.meow.kernels.fast_rules import HAND, TURN, RulesTable, legal, play_and_note

from .playouts import play_on
from .values import RoundValues, share_out

EXPLORATION = 1.0
"""The exploration constant, in standard deviations of the iterations' values."""
_CARD, _CHILD, _SIBLING, _VISITS, _CHANCES, _SEAT, _PARENT, _NODE = range(8)


class Tree(NamedTuple):
    """The nodes of a search tree. Node 0 is the root; each iteration adds one."""

    nodes: Ints
    sums: Floats
    """The sum of values of each node's card for the seat that played it."""
    moments: Floats
    """The number of iterations, the mean of their values, and the sum of squared deviations."""
    logarithms: Floats
    """The logarithms of 0, 1, 2, …, up to the number of times a card can be legal."""


def new_tree(iterations: int) -> Tree:
    nodes, sums = np.zeros((iterations + 1, _NODE), np.int64), np.zeros(iterations + 1)
    return Tree(nodes, sums, np.zeros(3), _logarithms(iterations + 2))


@cache
def _logarithms(size: int) -> Floats:
    found = np.zeros(size)
    fill_logarithms(found)
    return found


@compiled
def grow_tree(  # noqa: PLR0917
    table: RulesTable, start: Ints, round_values: RoundValues, deals: Ints, tree: Tree, iterations: int, random: Source
) -> None:
    """Run more iterations; the deals are taken in turn. Growing in parts gives the same tree."""
    table, round_values, deals, tree = borrowed(table), borrowed(round_values), borrowed(deals), borrowed(tree)
    seats = table.seats
    state, won, shares = start.copy(), np.zeros(seats, np.int64), np.zeros(seats)
    for _ in range(iterations):
        number = int(tree.moments[0])
        state[:] = start
        state[HAND : HAND + seats] = deals[number % len(deals)]
        won[:] = 0
        exploration = EXPLORATION * sqrt(tree.moments[2] / (number + 1))
        node, done = _walk(table, state, won, tree, number + 1, exploration, random)
        play_on(table, state, round_values, won, done, random)
        share_out(round_values, won, shares)
        _note(tree.nodes, tree.sums, node, shares)
        step = shares[start[TURN]] - tree.moments[1]
        tree.moments[0] += 1
        tree.moments[1] += step / tree.moments[0]
        tree.moments[2] += step * (shares[start[TURN]] - tree.moments[1])


@compiled
def _walk(  # noqa: PLR0917
    table: RulesTable, state: Ints, won: Ints, tree: Tree, new: int, exploration: float, random: Source
) -> tuple[int, int]:
    """Descend to a new node, or to the end of the round; return the last node and the number of finished tricks."""
    node, done, nodes = 0, 0, tree.nodes
    while state[TURN] >= 0:
        child, untried = _choose(tree, node, legal(state), exploration)
        if untried:
            card = any_bit(untried, random)
            row = nodes[new]
            row[_CARD], row[_SEAT], row[_PARENT], row[_CHANCES] = card, state[TURN], node, 1
            row[_SIBLING], nodes[node, _CHILD] = nodes[node, _CHILD], new
            return new, play_and_note(table, state, card, won, done)
        node = child
        done = play_and_note(table, state, nodes[node, _CARD], won, done)
    return node, done


@compiled
def _choose(tree: Tree, node: int, cards: int, exploration: float) -> tuple[int, int]:
    """Return the legal child with the highest upper confidence bound, and the legal cards without a child."""
    nodes, sums, logarithms = tree.nodes, tree.sums, tree.logarithms
    child, best, chosen, untried = nodes[node, _CHILD], -np.inf, 0, cards
    while child:
        row = nodes[child]
        if row[_CARD] & cards:
            untried &= ~row[_CARD]
            row[_CHANCES] += 1
            bound = sums[child] / row[_VISITS] + exploration * sqrt(logarithms[row[_CHANCES]] / row[_VISITS])
            if bound > best:
                best, chosen = bound, child
        child = row[_SIBLING]
    return chosen, untried


@compiled
def _note(nodes: Ints, sums: Floats, node: int, shares: Floats) -> None:
    """Add a visit, and the share of the seat that played it, to every card on the path."""
    while node:
        nodes[node, _VISITS] += 1
        sums[node] += shares[nodes[node, _SEAT]]
        node = nodes[node, _PARENT]


@compiled
def read_tree(tree: Tree, cards: Ints, found: Floats) -> None:
    """Write by card how often it was tried, and its mean value."""
    child = tree.nodes[0, _CHILD]
    while child:
        for choice in range(len(cards)):
            if cards[choice] == tree.nodes[child, _CARD]:
                found[choice, 0] = tree.nodes[child, _VISITS]
                found[choice, 1] = tree.sums[child] / tree.nodes[child, _VISITS]
        child = tree.nodes[child, _SIBLING]
