"""Maximum matching in a general graph (Edmonds' blossom algorithm), for pairing people who have not met."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence, Set
from typing import TypeAlias

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
