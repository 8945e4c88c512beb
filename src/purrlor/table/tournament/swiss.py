"""Swiss rounds: people with equal points meet, and no two people meet twice if it can be avoided.

The pairings for tables of two seats are exact: a maximum matching in a general graph (Edmonds' blossom algorithm).
Those for larger tables are found by a search that may miss the best.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence, Set
from fractions import Fraction
from typing import TypeAlias

from .groups import chairs_taken, grouped, seated
from .record import TournamentPlan, TournamentRound, TournamentTable, by_lot, even_sizes, meetings
from .scores import swiss_points

REPEAT = 1000
"""The cost of a repeated meeting, relative to the square of a difference in points."""


def swiss_round(
    plan: TournamentPlan, rounds: Sequence[TournamentRound], present: Sequence[int], draw: str
) -> tuple[tuple[TournamentTable, ...], tuple[int, ...]]:
    """Return the tables, and the people with a bye."""
    points = swiss_points(rounds)
    order = sorted(by_lot(present, draw), key=lambda person: -points[person])
    met, taken = meetings(rounds), chairs_taken(rounds)
    if plan.seats == 2:
        byes = [_bye(order, rounds, met)] if len(order) % 2 else []
        groups = pairs([person for person in order if person not in byes], points, met)
    else:
        byes = []

        def cost(one: int, other: int) -> float:
            return REPEAT * met[min(one, other), max(one, other)] ** 2 + float(points[one] - points[other]) ** 2

        groups = grouped(order, even_sizes(len(order), plan.seats), cost, draw)
    tables = [TournamentTable(seated(group, plan.seats, taken, 0), number) for number, group in enumerate(groups)]
    return tuple(tables), tuple(byes)


def pairs(
    order: Sequence[int], points: Counter[int] | dict[int, Fraction], met: Counter[tuple[int, int]]
) -> list[list[int]]:
    """Pair people from the top, each with the best opponent that leaves the most new pairings for the rest.

    Among people with equal points the upper half meets the lower half.
    """
    graph, mate = _strangers(order, met)
    free = list(range(len(order)))
    found: list[list[int]] = []
    while free:
        one = free[0]
        equals = [each for each in free if points[order[each]] == points[order[one]]]
        fold = len(equals) // 2

        def wish(other: int, free: list[int] = free, one: int = one, fold: int = fold) -> tuple[Fraction, int]:
            return Fraction(points[order[one]] - points[order[other]]), abs(free.index(other) - fold)

        other = next((each for each in sorted(graph[one], key=wish) if _leaves_most(graph, mate, one, each)), NOBODY)
        if other == NOBODY:  # no new opponent is left
            other = min(
                (each for each in free[1:] if mate[each] == NOBODY), key=lambda each: _met(order, met, one, each)
            )
        for each in (one, other):
            free.remove(each)
            for stranger in graph[each]:
                graph[stranger].discard(each)
            graph[each].clear()
        found.append([order[one], order[other]])
    return found


def _met(order: Sequence[int], met: Counter[tuple[int, int]], one: int, other: int) -> int:
    return met[min(order[one], order[other]), max(order[one], order[other])]


def _strangers(order: Sequence[int], met: Counter[tuple[int, int]]) -> tuple[list[set[int]], list[int]]:
    """Return the graph of people who have not met, and a maximum matching of it."""
    everybody = range(len(order))
    graph = [{each for each in everybody if each != one and not _met(order, met, one, each)} for one in everybody]
    return graph, maximum_matching(graph)


def _leaves_most(graph: Graph, mate: list[int], one: int, other: int) -> bool:
    """Return whether some maximum matching contains this pair. If so, `mate` becomes a maximum matching of the rest."""
    rest = [set[int]() if each in (one, other) else near - {one, other} for each, near in enumerate(graph)]
    tried = list(mate)
    widows = [tried[each] for each in (one, other) if tried[each] not in (NOBODY, one, other)]
    for each in (one, other, *widows):
        tried[each] = NOBODY
    needed = len(widows) == 2  # two pairs were separated, so one more pair must be found among the rest
    if needed:
        exposed = [each for each, near in enumerate(rest) if near and tried[each] == NOBODY]
        if not any(augment(rest, tried, each) for each in exposed):
            return False
    mate[:] = tried
    return True


def _bye(order: Sequence[int], rounds: Sequence[TournamentRound], met: Counter[tuple[int, int]]) -> int:
    """Choose the person for the bye: fewest byes, then fewest points, such that the fewest others meet again."""
    had = Counter(person for each in rounds for person in each.byes)
    candidates = sorted(order, key=lambda person: (had[person], -order.index(person)))

    def left_over(person: int) -> int:
        _, mate = _strangers([each for each in order if each != person], met)
        return mate.count(NOBODY)

    fewest = len(order)
    best = candidates[0]
    for person in candidates:
        if had[person] > had[best] and fewest < len(order):
            break
        over = left_over(person)
        if not over:
            return person
        if over < fewest:
            fewest, best = over, person
    return best


Graph: TypeAlias = Sequence[Set[int]]
"""The neighbours of each vertex."""
NOBODY = -1


def maximum_matching(graph: Graph) -> list[int]:
    """Return the mate of each vertex, or `NOBODY`."""
    mate = [NOBODY] * len(graph)
    for root in range(len(graph)):
        if mate[root] == NOBODY:
            augment(graph, mate, root)
    return mate


def augment(graph: Graph, mate: list[int], root: int) -> bool:
    """Match one more pair by an alternating path from `root`, if there is one."""
    search = _Search(graph, mate, root)
    end = search.exposed_end()
    if end == NOBODY:
        return False
    while end != NOBODY:
        before = search.parent[end]
        after = mate[before]
        mate[end], mate[before] = before, end
        end = after
    return True


class _Search:
    """A breadth-first search for an alternating path, in which odd cycles are contracted to their base."""

    def __init__(self, graph: Graph, mate: Sequence[int], root: int) -> None:
        self.graph = graph
        self.mate = mate
        self.root = root
        self.parent = [NOBODY] * len(graph)
        self.base = list(range(len(graph)))
        self.reached = {root}
        """The vertices from which the path may continue along any edge."""
        self.waiting = deque([root])

    def exposed_end(self) -> int:
        while self.waiting:
            vertex = self.waiting.popleft()
            for other in self.graph[vertex]:
                if self.base[vertex] == self.base[other] or self.mate[vertex] == other:
                    continue
                if other == self.root or (self.mate[other] != NOBODY and self.parent[self.mate[other]] != NOBODY):
                    self._shrink(vertex, other)
                elif self.parent[other] == NOBODY:
                    self.parent[other] = vertex
                    if self.mate[other] == NOBODY:
                        return other
                    self._reach(self.mate[other])
        return NOBODY

    def _reach(self, vertex: int) -> None:
        if vertex not in self.reached:
            self.reached.add(vertex)
            self.waiting.append(vertex)

    def _shrink(self, one: int, other: int) -> None:
        base = self._common_base(one, other)
        circle: set[int] = set()
        self._mark(one, base, other, circle)
        self._mark(other, base, one, circle)
        for vertex in range(len(self.graph)):
            if self.base[vertex] in circle:
                self.base[vertex] = base
                self._reach(vertex)

    def _common_base(self, one: int, other: int) -> int:
        seen: set[int] = set()
        while True:
            one = self.base[one]
            seen.add(one)
            if self.mate[one] == NOBODY:
                break
            one = self.parent[self.mate[one]]
        while (other := self.base[other]) not in seen:
            other = self.parent[self.mate[other]]
        return other

    def _mark(self, vertex: int, base: int, child: int, circle: set[int]) -> None:
        while self.base[vertex] != base:
            mate = self.mate[vertex]
            circle |= {self.base[vertex], self.base[mate]}
            self.parent[vertex] = child
            child, vertex = mate, self.parent[mate]
