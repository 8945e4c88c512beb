"""How Addi Cat's looks where no clock runs: after each card everybody says `hit` or `pass`.

With a clock it is a race (`race.py`); replays of both are drawn by this face as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from purrlor.core import Seat
from purrlor.games.addi_cats import Action, Hit, Pass, Phase, Turn, View
from purrlor.games.addi_cats.notation import DECISIONS, HITS, TURN
from purrlor.games.addi_cats.table import cards_left, top_card
from purrlor.kit.face import AnyRecord, Face
from purrlor.kit.speech import listed, say

from .table import Table, status_text

Names = Sequence[str]


def draw(view: View, legal: Sequence[Action], names: Names) -> Table:  # noqa: ARG001
    return Table(view, names, below=_decided(view), status=_status(view, names))


def _decided(view: View) -> dict[Seat, str]:
    """Who has made up their mind; nobody sees which way."""
    return {Seat(seat): say("terminal.addi-cats.decided") for seat, done in enumerate(view.decided) if done}


def _status(view: View, names: Names) -> str | None:
    if view.decided and view.phase in (Phase.CHASE, Phase.TRAP):
        return f"{status_text(view, names)} {say('terminal.addi-cats.hit_or_pass')}"
    return None


def plain(view: View, legal: Sequence[Action], names: Names) -> list[str]:
    """Everything, in short lines."""
    return [*brief(view, legal, names), say("terminal.addi-cats.plain.stacks", stacks=listed(_stacks(view, names)))]


def brief(view: View, legal: Sequence[Action], names: Names) -> list[str]:  # noqa: ARG001
    """What lies open, and what everybody is to do."""
    shown = [
        say("terminal.addi-cats.plain.card", seat=names[place.owner], card=card, count=len(place.pile))
        for place in view.places
        if (card := top_card(place)) is not None
    ]
    lying = say("terminal.addi-cats.plain.open", cards=listed(shown)) if shown else say("terminal.addi-cats.plain.none")
    return [lying, status_text(view, names)]


def _stacks(view: View, names: Names) -> list[str]:
    return [
        say("terminal.addi-cats.plain.left", seat=name, count=cards_left(view.places, Seat(seat)))
        for seat, name in enumerate(names)
    ]


def label(view: View, action: Action) -> str:  # noqa: ARG001
    return say(f"addi-cats.label.{_kind(action)}")


def _kind(action: Action) -> str:
    return str(action).partition(" ")[0]


def allowed(view: View, legal: Sequence[Action]) -> str:  # noqa: ARG001
    return say(f"addi-cats.allowed.{_kind(legal[0]) if legal else 'nothing'}")


def tip(view: View, legal: Sequence[Action]) -> str:  # noqa: ARG001
    return say(f"addi-cats.tip.{_kind(legal[0])}") if legal else ""


def why_not(view: View, action: Action) -> str | None:
    """Why an action is not possible now."""
    match action:
        case Turn():
            return say("terminal.addi-cats.why_not.decide")
        case Hit(part) if part is not None and not view.timed:
            return say("terminal.addi-cats.why_not.part")
        case Hit() | Pass():
            return say("terminal.addi-cats.why_not.nothing_new")


def closing(record: AnyRecord) -> RenderableType:
    from . import review

    return review.closing(record)


def look_back(record: AnyRecord, seats: Sequence[Seat]) -> RenderableType:
    from . import review

    return review.review(record, seats)


FACE = Face(
    draw=draw,
    plain=plain,
    brief=brief,
    label=label,
    allowed=allowed,
    why_not=why_not,
    tip=tip,
    vocabulary=(TURN, *DECISIONS, *HITS),
    menu=False,
    closing=closing,
    look_back=look_back,
)
