"""A tiny game with hidden cards, to see that the terminal hides them: each keeps or throws a card, at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from purrlor.core import Act, Awaiting, Draw, Event, Fate, InvalidNotation, Note, Seat, check
from purrlor.kit import GameKit
from purrlor.kit.face import Face


@dataclass(frozen=True)
class Hands:
    cards: tuple[int, ...] = ()
    acts: tuple[str | None, ...] = (None, None)


@dataclass(frozen=True)
class Peek:
    name: ClassVar[str] = "peek"
    version: ClassVar[int] = 1

    seats: int = 2

    def initial(self) -> Hands:
        return Hands()

    def awaiting(self, state: Hands) -> Awaiting:
        if not state.cards:
            return Awaiting(chance=Draw((1, 2, 3, 4), 2, secret=True))
        return Awaiting(
            seats=tuple(Seat(seat) for seat, act in enumerate(state.acts) if act is None),
            hidden=True,
        )

    def legal(self, state: Hands, seat: Seat) -> Sequence[str]:
        return ("keep", "throw") if seat in self.awaiting(state).seats else ()

    def apply(self, state: Hands, event: Event[str]) -> Hands:
        check(self, state, event)
        if isinstance(event, Fate):
            return replace(state, cards=event.values)
        assert isinstance(event, Act)
        acts = tuple(event.action if seat == event.seat else act for seat, act in enumerate(state.acts))
        return replace(state, acts=acts)

    def view(self, state: Hands, seat: Seat | None) -> int | None:
        return state.cards[seat] if seat is not None and state.cards else None

    def scores(self, state: Hands) -> tuple[int, ...]:
        return tuple(card * (act == "keep") for card, act in zip(state.cards or (0, 0), state.acts, strict=True))

    def parse_action(self, text: str) -> str:
        if text not in ("keep", "throw"):
            raise InvalidNotation(f"{text!r} is not an action")
        return text

    def parse_fate(self, text: str) -> tuple[int, ...]:
        return tuple(map(int, text.split()))

    def fate_text(self, values: tuple[int, ...]) -> str:
        return " ".join(map(str, values))

    def tell(self, before: int | None, event: Event[str] | None, after: int | None) -> Sequence[Note]:  # noqa: ARG002
        return ()


def plain(view: int | None, legal: Sequence[str], names: Sequence[str]) -> list[str]:  # noqa: ARG001
    return [f"Your card: {view}"]


FACE = Face(draw=lambda view, legal, names: "\n".join(plain(view, legal, names)), plain=plain)


class PeekKit(GameKit):
    rules = Peek

    def face(self) -> Face:
        return FACE


KIT = PeekKit()
