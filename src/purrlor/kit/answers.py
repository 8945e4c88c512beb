"""Spoken answers: questions about the position that a player may ask at any moment, answered in words.

The terminal and the web client offer the same questions and give the same sentences, so that a match can be played by
ear. The default answers come from the outline of the view, for games that have only rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from purrlor.core import Seat

from .pictures import OutlineLine, outline
from .speech import figure, listed, say, speech

Question: TypeAlias = Literal["hand", "table", "moves", "lead", "scores"]
"""The questions about a position: the hand, the table, the possible moves, whose turn it is, and the points."""
QUESTIONS: tuple[Question, ...] = get_args(Question)
MOST_MOVES = 12
Names: TypeAlias = Sequence[str]


@dataclass(frozen=True)
class HintSituation:
    """The asking player or spectator, and what they know."""

    view: Any
    legal: Sequence[Any]
    names: Names
    expected: Sequence[Seat]
    """The seats to act; empty: the match is over."""
    you: Seat | None
    """The asking seat; None: a spectator."""


class Answers:
    """Answers to the questions, each a list of short sentences. A game overrides what it can say better."""

    def __init__(self, game: str) -> None:
        self.game = game

    def hand(self, view: Any, names: Names) -> list[str]:
        """Describe what belongs to the viewer."""
        return [*outline_lines(self.game, outline(view, len(names)), names)]

    def table(self, view: Any, names: Names) -> list[str]:
        """Describe what is face up on the table."""
        return self.hand(view, names)

    def moves(self, view: Any, legal: Sequence[Any], names: Names) -> list[str]:
        """List the viewer's possible actions, on their turn."""
        del view, names
        words = speech().catalogue
        shown = [words.get(f"{self.game}.action.{action}", str(action)) for action in legal[:MOST_MOVES]]
        if len(legal) > MOST_MOVES:
            shown.append(say("terminal.more", count=len(legal) - MOST_MOVES))
        return [say("terminal.answers.moves", moves=listed(shown))]

    def lead(self, view: Any, names: Names) -> list[str]:
        """Name the leader; empty if that is unknown."""
        del view, names
        return []

    def scores(self, view: Any, names: Names) -> list[str]:
        """Return the points of all seats."""
        lines = outline(view, len(names))
        return [*outline_lines(self.game, [line for line in lines if _by_seat(line)] or lines, names)]

    def answer(self, question: Question, situation: HintSituation) -> list[str]:
        view, names, you = situation.view, situation.names, situation.you
        match question:
            case "hand":
                return self.hand(view, names) if you is not None else [say("terminal.answers.watching")]
            case "table":
                return self.table(view, names)
            case "scores":
                return self.scores(view, names)
            case "lead":
                return [turn_line(situation), *(self.lead(view, names) if len(names) > 1 else ())]
            case "moves":
                return self.moves(view, situation.legal, names) if situation.legal else [turn_line(situation)]


def turn_line(situation: HintSituation) -> str:
    """Describe whose turn it is."""
    if not situation.expected:
        return say("terminal.answers.over")
    others = [situation.names[seat] for seat in situation.expected if seat != situation.you]
    if situation.you not in situation.expected:
        return say("terminal.answers.turn", seats=listed(others))
    return say("terminal.answers.turn.you_too", seats=listed(others)) if others else say("page.turn.yours")


def lead_line(names: Names, scores: Sequence[int]) -> str:
    """Name the leaders: the players with the most points."""
    most = max(scores)
    best = [name for name, score in zip(names, scores, strict=True) if score == most]
    points = figure(most, "d")
    if len(best) == len(names) > 1:
        return say("terminal.answers.level", points=points)
    return say("terminal.answers.lead", seats=listed(best), points=points)


def outline_lines(game: str, lines: Sequence[OutlineLine], names: Names, depth: int = 0) -> Iterator[str]:
    """Yield an outline in the game's words, where it has some; details are indented below their line."""
    words = speech().catalogue
    for line in lines:
        label = words.get(f"{game}.view.{line.name}", line.label) if line.seat is None else names[line.seat]
        value = words.get(f"{game}.{line.name}.{line.value}", line.value)
        if line.flag is not None:
            value = say("outline.yes" if line.flag else "outline.no")
        yield f"{'  ' * depth}{label}: {value}".rstrip()
        yield from outline_lines(game, line.lines, names, depth + 1)


def _by_seat(line: OutlineLine) -> bool:
    return bool(line.lines) and all(part.seat is not None for part in line.lines)
